// A delete: at once, or by marking the object and leaving it to finalizers, to a grace period, or both.
// https://kubernetes.io/docs/concepts/architecture/garbage-collection/
import { conflict, modifiedMessage, notFound } from "@kubewright/apimachinery";
import type { DeleteOptions } from "../endpoints/write-options.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { entryKey } from "../storage/stored-entry.ts";
import { mutate, validate } from "./admission-chain.ts";
import type { ApiObject, ReadonlyObject } from "./api-object.ts";
import { admissionAttributes } from "./admission-attributes.ts";
import { groupResourceOf } from "./create.ts";
import { decideDeletion } from "./deletion.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import type { VersionedResource } from "./registry.ts";
import { storedObject } from "./served-form.ts";
import type { RequestContext } from "./server-context.ts";
import { putObject, removeEntry } from "./written.ts";
import { assertPreconditions } from "./preconditions.ts";

export interface DeleteRequest {
  readonly form: VersionedResource;
  readonly namespace: string;
  readonly name: string;
  readonly options: DeleteOptions;
  readonly context: RequestContext;
  /** Part of a collection delete: admission is not told the name. */
  readonly inCollection: boolean;
}

/** What a delete left behind. */
export interface DeleteResult {
  /** False: the object stays until somebody else is done with it. */
  readonly removed: boolean;
  /** The object in its last state, in the storage version. */
  readonly object: ApiObject;
}

/** How often a delete that lost a race is done again. */
const attemptsMax = 5;

/** Deletes an object, or begins to. Rejects with the `ApiError` that a kube-apiserver would answer. */
export async function deleteObject(engine: Engine, request: DeleteRequest): Promise<DeleteResult> {
  const { form, namespace, name } = request;
  const table = tableOf(engine, form.resource);
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const entry = table.get(entryKey(namespace, name));
    if (entry === undefined) throw notFound(groupResourceOf(form), name);
    const result = await tryDelete(engine, request, entry);
    if (result !== undefined) return result;
  }
  throw conflict(groupResourceOf(form), name, modifiedMessage);
}

async function tryDelete(
  engine: Engine,
  request: DeleteRequest,
  entry: StoredEntry,
): Promise<DeleteResult | undefined> {
  const { form, options, context } = request;
  const old = storedObject(entry, form.resource);
  assertPreconditions(form.resource, options.preconditions, old);
  form.resource.strategy.checkDelete?.(old, context);
  const { namespace, name, inCollection } = request;
  const attributes = admissionAttributes("DELETE", form, context, {
    namespace,
    name: inCollection ? "" : name,
    oldObject: old,
    options: options.asObject,
  });
  await mutate(engine.admission, attributes, context);
  await validate(engine.admission, attributes, context);
  const result = applyDelete(engine, request, entry, old);
  if (form.resource.strategy.settled !== undefined) await form.resource.strategy.settled();
  return result;
}

/** The synchronous part: decides and writes. `undefined`: somebody else wrote in between. */
export function applyDelete(
  engine: Engine,
  { form, options, context }: Pick<DeleteRequest, "form" | "options" | "context">,
  entry: StoredEntry,
  old: ReadonlyObject,
): DeleteResult | undefined {
  const { resource } = form;
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
