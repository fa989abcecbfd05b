// A delete removes the object at once, or marks it and leaves the removal to its finalizers, its grace period, or both.
// https://kubernetes.io/docs/concepts/architecture/garbage-collection/
import type { AdmissionContext } from "./admission-plugin.ts";
import { notFound, parseApiVersion } from "@kubewright/apimachinery";
import type { DeleteOptions } from "./write-options.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { entryKey } from "../storage/stored-entry.ts";
import { mutate, validate } from "./admission-chain.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { admissionAttributes } from "./admission-attributes.ts";
import { groupResourceOf } from "./error-names.ts";
import { assertActive, untilEnd } from "./deadline.ts";
import { decideDeletion } from "./deletion.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import type { ServedResource } from "./strategy.ts";
import type { WriteTarget } from "./write-request.ts";
import { whenConverted } from "../conversion/converted-objects.ts";
import { convertAgain } from "../conversion/prefetch.ts";
import { storedObject } from "../conversion/served-object.ts";
import type { Replacement } from "./written.ts";
import { putObject, removeEntry } from "./written.ts";
import { assertPreconditions, assertStoragePreconditions } from "./preconditions.ts";

export interface DeleteRequest extends WriteTarget {
  readonly options: DeleteOptions;
  /** The name in the attributes that admission receives: `""` for each object of a collection. */
  readonly reviewedName: string;
}

/** A delete that admission has allowed. */
interface DecidedDelete {
  readonly resource: ServedResource;
  readonly options: DeleteOptions;
  readonly context: AdmissionContext;
  /** How the marked object is stored. */
  readonly form: NonNullable<Replacement["form"]>;
  /** Receives what follows from the commits and takes longer than their turn. */
  readonly followUps: Promise<void>[] | undefined;
}

/** The result of a delete. */
export interface DeleteResult {
  /** False: the object stays until its finalizers are removed or its grace period ends. */
  readonly removed: boolean;
  /** The object in its last state, in the storage version. */
  readonly object: ApiObject;
}

/** Deletes an object, or marks it for deletion. Rejects with the `ApiError` that a kube-apiserver would return. */
export async function deleteObject(request: DeleteRequest): Promise<DeleteResult> {
  const { engine, resource, namespace, name, context, options } = request;
  const { preconditions } = options;
  const storedEntry = (): StoredEntry | undefined => tableOf(engine, resource).get(entryKey(namespace, name));
  // A kube-apiserver checks preconditions on a first read, and in each attempt with another message.
  if (Object.keys(preconditions).length > 0) {
    const entry = storedEntry();
    if (entry !== undefined) {
      // The conflict names the group in which the kind is stored: the Events of events.k8s.io are stored in the core group.
      const { group } = parseApiVersion(resource.storage.apiVersion);
      assertPreconditions({ ...resource, group }, preconditions, storedObject(entry, resource));
    }
  }
  for (;;) {
    const result = await attemptDelete(request, storedEntry());
    if (result !== undefined) return result;
    assertActive(context);
  }
}

/** One attempt. Resolves with `undefined` if the stored entry changed meanwhile. */
async function attemptDelete(
  request: DeleteRequest,
  entry: StoredEntry | undefined,
): Promise<DeleteResult | undefined> {
  const { engine, resource, options, context, namespace, name, reviewedName } = request;
  if (entry === undefined) throw notFound(groupResourceOf(resource), name);
  // As in kube-apiserver, an object that cannot be converted to the requested version cannot be deleted through it.
  const converting = convertAgain(entry, resource);
  if (converting instanceof Promise) await converting;
  const old = storedObject(entry, resource);
  const place = { resource, namespace, name, dryRun: context.dryRun };
  assertStoragePreconditions(place, options.preconditions, old);
  const attributes = admissionAttributes("DELETE", resource, context, {
    namespace,
    name: reviewedName,
    oldObject: old,
    options: options.asObject,
  });
  const admitting = mutate(engine.admission, attributes, context);
  if (admitting !== undefined) await admitting;
  const reviewing = validate(engine.admission, attributes, context);
  if (reviewing !== undefined) await reviewing;
  const followUps: Promise<void>[] = [];
  const decided = { resource, options, context, form: "decoded", followUps } as const;
  const applying = whenConverted(() => applyDelete(engine, decided, entry, old));
  const result = applying instanceof Promise ? await applying : applying;
  if (followUps.length > 0) await untilEnd(context, Promise.all(followUps));
  return result;
}

/** The last step, synchronous: marks the object or removes it. Returns `undefined` if the entry is no longer the stored one. */
export function applyDelete(
  engine: Engine,
  { resource, options, context, form, followUps }: DecidedDelete,
  entry: StoredEntry,
  old: ReadonlyObject,
): DeleteResult | undefined {
  assertActive(context);
  const isCurrent = tableOf(engine, resource).get(entry.key) === entry;
  if (!isCurrent && !context.dryRun) return undefined;
  const draft = storedObject(entry, resource);
  const decision = decideDeletion(engine.clock.wallTime(), resource, options, context, draft);
  if (decision === "unchanged") return { removed: false, object: draft };
  if (context.dryRun) {
    // A dry run returns an object that would be removed at once without a mark.
    return { removed: decision !== "mark", object: decision === "remove" ? storedObject(entry, resource) : draft };
  }

  let current = entry;
  if (decision !== "remove") {
    const replacement = { key: entry.key, expected: entry, object: draft, old, form, followUps };
    const marked = putObject(engine, resource, replacement);
    if (marked === undefined) return undefined;
    if (decision === "mark") return { removed: false, object: draft };
    current = marked;
  }
  const last = removeEntry(engine, resource, { entry: current, old: draft, followUps });
  return last === undefined ? undefined : { removed: true, object: storedObject(last, resource) };
}
