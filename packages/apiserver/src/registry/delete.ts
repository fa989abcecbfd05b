// A delete: at once, or by marking the object and leaving it to finalizers, to a grace period, or both.
// https://kubernetes.io/docs/concepts/architecture/garbage-collection/
import {
  conflict,
  foregroundDeletionFinalizer,
  formatTime,
  modifiedMessage,
  notFound,
  orphanFinalizer,
  parseTime,
} from "@kubewright/apimachinery";
import type { DeleteOptions } from "../endpoints/write-options.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { decodeEntry, entryKey } from "../storage/stored-entry.ts";
import { mutate, validate } from "./admission-chain.ts";
import type { AdmissionAttributes } from "./admission-plugin.ts";
import type { ApiObject, ReadonlyObject } from "./api-object.ts";
import { groupResourceOf } from "./create.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import type { VersionedResource } from "./registry.ts";
import type { RequestContext } from "./server-context.ts";
import { putObject, removeEntry } from "./written.ts";

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
  const old = decodeEntry(entry);
  assertPreconditions(form, options, old);
  form.resource.strategy.checkDelete?.(old, context);
  const attributes = attributesOf(request, old);
  await mutate(engine.admission, attributes, context);
  await validate(engine.admission, attributes, context);
  return applyDelete(engine, request, entry, old);
}

/** The synchronous part: decides and writes. `undefined`: somebody else wrote in between. */
export function applyDelete(
  engine: Engine,
  { form, options, context }: Pick<DeleteRequest, "form" | "options" | "context">,
  entry: StoredEntry,
  old: ReadonlyObject,
): DeleteResult | undefined {
  const { resource } = form;
  const draft = decodeEntry(entry);
  const decision = decide(engine, form, options, context, draft);
  if (decision === "unchanged") return { removed: false, object: draft };
  if (context.dryRun) return { removed: decision !== "mark", object: draft };

  let current = entry;
  if (decision !== "remove") {
    const marked = putObject(engine, resource, entry.key, entry, draft, old);
    if (marked === undefined) return undefined;
    if (decision === "mark") return { removed: false, object: draft };
    current = marked;
  }
  const last = removeEntry(engine, resource, current, draft);
  return last === undefined ? undefined : { removed: true, object: decodeEntry(last) };
}

/**
 * Brings the draft into the state that the delete asks for.
 *
 * - `unchanged`: it is being deleted already, and not faster for being asked again;
 * - `mark`: it stays, and says that it is being deleted;
 * - `markAndRemove`: it says so and goes in the next step, as objects with a grace period of nothing do;
 * - `remove`: it goes.
 */
function decide(
  engine: Engine,
  { resource }: VersionedResource,
  options: DeleteOptions,
  context: RequestContext,
  draft: ApiObject,
): "unchanged" | "mark" | "markAndRemove" | "remove" {
  const { strategy } = resource;
  const { metadata } = draft;
  const nowMs = engine.clock.wallTime();
  const wasDeleting = metadata.deletionTimestamp !== undefined;
  const graceful =
    strategy.gracePeriodFor === undefined
      ? "no"
      : markGracefully(draft, strategy.gracePeriodFor, options, context, nowMs);
  if (graceful === "pending") return "unchanged";

  const finalizersBefore = metadata.finalizers ?? [];
  const finalizers = finalizersFor(finalizersBefore, options, strategy.defaultPropagationPolicy);
  if (finalizers.length > 0) metadata.finalizers = [...finalizers];
  else delete metadata.finalizers;

  if (graceful === "marked") {
    const waits = finalizers.length > 0 || (metadata.deletionGracePeriodSeconds ?? 0) > 0;
    return waits ? "mark" : "markAndRemove";
  }
  const changed = markAsDeleting(draft, nowMs) || finalizers.join() !== finalizersBefore.join();
  const waits = wasDeleting
    ? strategy.isDeletable?.(draft) === false
    : strategy.beginDeletion?.(draft, context) === "wait";
  if (!waits && (metadata.finalizers ?? []).length === 0) return "remove";
  return changed ? "mark" : "unchanged";
}

/** Graceful deletion: `no` when the grace is over or there was never one to be had. */
function markGracefully(
  draft: ApiObject,
  gracePeriodFor: (object: ReadonlyObject, requested: number | undefined, context: RequestContext) => number,
  options: DeleteOptions,
  context: RequestContext,
  nowMs: number,
): "no" | "pending" | "marked" {
  const { metadata } = draft;
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata;
  if (deletionTimestamp === undefined) {
    const grace = gracePeriodFor(draft, options.gracePeriodSeconds, context);
    metadata.deletionTimestamp = formatTime(nowMs + grace * 1000);
    metadata.deletionGracePeriodSeconds = grace;
    if (metadata.generation !== undefined) metadata.generation++;
    return "marked";
  }
  if (deletionGracePeriodSeconds === 0) return "no";
  const requested = options.gracePeriodSeconds;
  // A grace period may be shortened, never lengthened.
  if (requested === undefined || requested >= deletionGracePeriodSeconds) return "pending";
  const begunMs = (parseTime(deletionTimestamp) ?? nowMs) - deletionGracePeriodSeconds * 1000;
  const endMs = begunMs + requested * 1000;
  metadata.deletionTimestamp = formatTime(Math.max(endMs, nowMs));
  // What is over already still is a graceful deletion that somebody else has to finish, unless it was asked to end now.
  metadata.deletionGracePeriodSeconds = endMs < nowMs && requested !== 0 ? 1 : requested;
  return "marked";
}

/** Sets the time of deletion; false when that had been done, and needs no write. */
function markAsDeleting({ metadata }: ApiObject, nowMs: number): boolean {
  const before = metadata.deletionTimestamp;
  if (before === undefined && metadata.generation !== undefined) metadata.generation++;
  const isLater = before !== undefined && (parseTime(before) ?? 0) > nowMs;
  if (before !== undefined && !isLater && (metadata.deletionGracePeriodSeconds ?? 0) === 0) return false;
  if (before === undefined || isLater) metadata.deletionTimestamp = formatTime(nowMs);
  metadata.deletionGracePeriodSeconds = 0;
  return true;
}

/** The finalizers after a delete: what is to become of dependents is told to the garbage collector by one of them. */
function finalizersFor(
  current: readonly string[],
  { orphanDependents, propagationPolicy }: DeleteOptions,
  defaultPolicy: "Background" | "Orphan" = "Background",
): readonly string[] {
  const others = current.filter((name) => name !== orphanFinalizer && name !== foregroundDeletionFinalizer);
  const asked = orphanDependents === undefined ? propagationPolicy : orphanDependents ? "Orphan" : "Background";
  const earlier = current.includes(orphanFinalizer)
    ? "Orphan"
    : current.includes(foregroundDeletionFinalizer)
      ? "Foreground"
      : undefined;
  switch (asked ?? earlier ?? defaultPolicy) {
    case "Orphan":
      return [...others, orphanFinalizer];
    case "Foreground":
      return [...others, foregroundDeletionFinalizer];
    case "Background":
      return others;
  }
}

function assertPreconditions(
  { resource }: VersionedResource,
  { preconditions }: DeleteOptions,
  old: ReadonlyObject,
): void {
  const { uid, resourceVersion } = preconditions;
  const { name = "", uid: storedUid = "", resourceVersion: stored = "" } = old.metadata;
  // A kube-apiserver names the kind here, where all its other conflicts name the resource.
  const subject = { group: resource.group, resource: resource.kind };
  if (uid !== undefined && uid !== storedUid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${storedUid})`;
    throw conflict(subject, name, `${why}. The object might have been deleted and then recreated`);
  }
  if (resourceVersion !== undefined && resourceVersion !== stored) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${stored})`;
    throw conflict(subject, name, `${why}. The object might have been modified`);
  }
}

function attributesOf(
  { form, namespace, name, options, context, inCollection }: DeleteRequest,
  old: ReadonlyObject,
): AdmissionAttributes {
  const { group, plural, kind } = form.resource;
  const version = form.version.name;
  return {
    operation: "DELETE",
    user: context.user,
    resource: { group, version, resource: plural },
    subresource: "",
    kind: { group, version, kind },
    namespace: group === "" && plural === "namespaces" ? name : namespace,
    name: inCollection ? "" : name,
    oldObject: old,
    options: options.asObject,
    dryRun: context.dryRun,
  };
}
