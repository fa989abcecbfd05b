// A delete removes the object at once, or marks it and leaves the removal to its finalizers, its grace period, or both.
// https://kubernetes.io/docs/concepts/architecture/garbage-collection/
import { notFound } from "@kubewright/apimachinery";
import type { DeleteOptions } from "./write-options.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { entryKey } from "../storage/stored-entry.ts";
import { mutate, validate } from "./admission-chain.ts";
import type { ApiObject, ReadonlyObject } from "./api-object.ts";
import { admissionAttributes } from "./admission-attributes.ts";
import { groupResourceOf } from "./create.ts";
import { assertActive, untilEnd } from "./deadline.ts";
import { decideDeletion } from "./deletion.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import { guaranteedUpdate } from "./guaranteed-update.ts";
import type { WriteTarget } from "./write-target.ts";
import { storedObject } from "./served-form.ts";
import { putObject, removeEntry } from "./written.ts";
import { assertPreconditions, assertStoragePreconditions } from "./preconditions.ts";

export interface DeleteRequest extends WriteTarget {
  readonly options: DeleteOptions;
  /** Part of a collection delete: the attributes that admission receives have no name. */
  readonly inCollection: boolean;
}

/** What a delete leaves behind. */
export interface DeleteResult {
  /** False: the object stays until its finalizers are removed or its grace period ends. */
  readonly removed: boolean;
  /** The object in its last state, in the storage version. */
  readonly object: ApiObject;
}

/** Deletes an object, or begins to. Rejects with the `ApiError` that a kube-apiserver would answer. */
export async function deleteObject(engine: Engine, request: DeleteRequest): Promise<DeleteResult> {
  const { form, namespace, name, options } = request;
  const { preconditions } = options;
  // A kube-apiserver checks preconditions on a first read, and in each attempt with another message.
  if (Object.keys(preconditions).length > 0) {
    const entry = tableOf(engine, form.resource).get(entryKey(namespace, name));
    if (entry !== undefined) assertPreconditions(form.resource, preconditions, storedObject(entry, form.resource));
  }
  return guaranteedUpdate(engine, request, (entry) => attemptDelete(engine, request, entry));
}

async function attemptDelete(
  engine: Engine,
  request: DeleteRequest,
  entry: StoredEntry | undefined,
): Promise<DeleteResult | undefined> {
  const { form, options, context, namespace, name, inCollection } = request;
  if (entry === undefined) throw notFound(groupResourceOf(form), name);
  const old = storedObject(entry, form.resource);
  const place = { resource: form.resource, namespace, name, dryRun: context.dryRun };
  assertStoragePreconditions(place, options.preconditions, old);
  form.resource.strategy.checkDelete?.(old, context);
  const attributes = admissionAttributes("DELETE", form, context, {
    namespace,
    name: inCollection ? "" : name,
    oldObject: old,
    options: options.asObject,
  });
  const admitting = mutate(engine.admission, attributes, context);
  if (admitting !== undefined) await admitting;
  const reviewing = validate(engine.admission, attributes, context);
  if (reviewing !== undefined) await reviewing;
  const followUps: Promise<void>[] = [];
  const result = engine.followUps.collect(followUps, () => applyDelete(engine, request, entry, old));
  if (followUps.length > 0) await untilEnd(context, Promise.all(followUps));
  return result;
}

/** The last step, in one turn: marks the object or removes it. `undefined`: the entry is no longer the stored one. */
export function applyDelete(
  engine: Engine,
  { form, options, context }: Pick<DeleteRequest, "form" | "options" | "context">,
  entry: StoredEntry,
  old: ReadonlyObject,
): DeleteResult | undefined {
  assertActive(context);
  const { resource } = form;
  const isCurrent = tableOf(engine, resource).get(entry.key) === entry;
  if (!isCurrent && !context.dryRun) return undefined;
  const draft = storedObject(entry, resource);
  const decision = decideDeletion(engine.clock.wallTime(), form, options, context, draft);
  if (decision === "unchanged") return { removed: false, object: draft };
  if (context.dryRun) {
    // What would be removed at once is shown as it is, what would be marked first as marked.
    return { removed: decision !== "mark", object: decision === "remove" ? storedObject(entry, resource) : draft };
  }

  let current = entry;
  if (decision !== "remove") {
    const marked = putObject(engine, resource, entry.key, entry, draft, old);
    if (marked === undefined) return undefined;
    if (decision === "mark") return { removed: false, object: draft };
    current = marked;
  }
  const last = removeEntry(engine, resource, current, draft);
  return last === undefined ? undefined : { removed: true, object: storedObject(last, resource) };
}
