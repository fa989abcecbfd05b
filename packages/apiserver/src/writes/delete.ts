// A delete removes the object at once, or marks it and leaves the removal to its finalizers, its grace period, or both.
// https://kubernetes.io/docs/concepts/architecture/garbage-collection/
import type { AdmissionContext } from "../registry/admission-plugin.ts";
import { notFound, parseApiVersion, whenDone } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import type { DeleteOptions } from "../contracts/write-options.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { entryKey } from "../storage/stored-entry.ts";
import { mutate, validate } from "./admission-chain.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { admissionAttributes } from "./admission-attributes.ts";
import { groupResourceOf } from "../registry/error-names.ts";
import { assertActive, untilEnd } from "../turns/deadline.ts";
import { decideDeletion } from "./deletion.ts";
import type { Engine } from "../registry/engine.ts";
import type { ServedResource } from "../contracts/strategy.ts";
import type { WriteTarget } from "./write-request.ts";
import { runInSteps } from "../turns/time-slices.ts";
import { convertAgain } from "../conversion/prefetch.ts";
import { storedObject } from "../conversion/served-object.ts";
import type { Replacement } from "./commit.ts";
import { preparePut, removeEntry } from "./commit.ts";
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
  const storedEntry = (): StoredEntry | undefined => engine.store.tableOf(resource).get(entryKey(namespace, name));
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
  const preparing = runInSteps(() => prepareDelete(engine, decided, entry, old), context);
  const commit = preparing instanceof Promise ? await preparing : preparing;
  const result = commit();
  if (followUps.length > 0) await untilEnd(context, Promise.all(followUps));
  return result;
}

/** Marks the object or removes it, in one turn. Returns `undefined` if the entry is no longer the stored one. */
type Commit = () => DeleteResult | undefined;

/** In steps: decides what the delete does, and encodes the marked object. */
export function prepareDelete(
  engine: Engine,
  { resource, options, context, form, followUps }: DecidedDelete,
  entry: StoredEntry,
  old: ReadonlyObject,
): Work<Commit> {
  const isExpected = (): boolean => {
    assertActive(context);
    return context.dryRun || engine.store.tableOf(resource).get(entry.key) === entry;
  };
  const draft = storedObject(entry, resource);
  const decision = decideDeletion(engine.clock.wallTime(), resource, options, context, draft);
  if (decision === "unchanged") return () => (isExpected() ? { removed: false, object: draft } : undefined);
  if (context.dryRun) {
    // A dry run returns an object that would be removed at once without a mark.
    const object = decision === "remove" ? storedObject(entry, resource) : draft;
    return () => (isExpected() ? { removed: decision !== "mark", object } : undefined);
  }
  const replacement = { key: entry.key, expected: entry, object: draft, old, form, followUps };
  const marking = decision === "remove" ? undefined : preparePut(engine, resource, replacement);
  return whenDone(marking, (put) => () => {
    if (!isExpected()) return undefined;
    const current = put === undefined ? entry : put();
    if (current === undefined) return undefined;
    if (decision === "mark") return { removed: false, object: draft };
    const last = removeEntry(engine, resource, { entry: current, old: draft, followUps });
    return last === undefined ? undefined : { removed: true, object: storedObject(last, resource) };
  });
}
