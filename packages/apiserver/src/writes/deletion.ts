// Decides what a delete changes in the metadata of an object. Two things keep an object from removal: finalizers, which their controllers remove, and
// a grace period, after which a second delete (of the kubelet, for a Pod) removes the object.
// https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/
import { foregroundDeletionFinalizer, formatTime, orphanFinalizer, parseTime } from "@kubewright/apimachinery";
import type { DeleteOptions } from "../contracts/write-options.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import type { RequestContext } from "../contracts/server-context.ts";
import type { ServedResource } from "../contracts/strategy.ts";

export type DeletionDecision = "unchanged" | "mark" | "markAndRemove" | "remove";

/**
 * Changes the metadata of the draft as the delete requires.
 *
 * - `unchanged`: the object is already being deleted, and this delete changes nothing;
 * - `mark`: the object gets a deletionTimestamp and remains;
 * - `markAndRemove`: the object gets a deletionTimestamp and the next step removes it, as for a grace period of 0;
 * - `remove`: the object is removed.
 */
export function decideDeletion(
  nowMs: number,
  { strategy: { deletion = {} } }: ServedResource,
  options: DeleteOptions,
  context: RequestContext,
  draft: ApiObject,
): DeletionDecision {
  const { metadata } = draft;
  // A second delete leaves an object that is not deletable yet unchanged, such as a Namespace with content.
  const wasDeleting = metadata.deletionTimestamp !== undefined;
  if (wasDeleting && deletion.isDeletable?.(draft) === false) return "unchanged";
  const graceful =
    deletion.gracePeriodFor === undefined
      ? "no"
      : markGracefully(draft, deletion.gracePeriodFor, options, context, nowMs);
  if (graceful === "pending") return "unchanged";

  const finalizersBefore = metadata.finalizers ?? [];
  const finalizers = finalizersFor(finalizersBefore, options, deletion.defaultPropagationPolicy);
  if (finalizers.length > 0) metadata.finalizers = [...finalizers];
  else delete metadata.finalizers;

  if (graceful === "marked") {
    const waits = finalizers.length > 0 || (metadata.deletionGracePeriodSeconds ?? 0) > 0;
    return waits ? "mark" : "markAndRemove";
  }
  const changed = markAsDeleting(draft, nowMs) || finalizers.join() !== finalizersBefore.join();
  const waits = !wasDeleting && deletion.begin?.(draft, context) === "wait";
  if (!waits && (metadata.finalizers ?? []).length === 0) return "remove";
  return changed ? "mark" : "unchanged";
}

/** Graceful deletion. `no`: the object is being deleted with a deletionGracePeriodSeconds of 0. */
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
  // A grace period that is already over leaves 1 second, so the deletion stays graceful, unless the request sets 0.
  metadata.deletionGracePeriodSeconds = endMs < nowMs && requested !== 0 ? 1 : requested;
  return "marked";
}

/** Sets the deletionTimestamp. Returns false if the object already has it and needs no write. */
function markAsDeleting({ metadata }: ApiObject, nowMs: number): boolean {
  const before = metadata.deletionTimestamp;
  if (before === undefined && metadata.generation !== undefined) metadata.generation++;
  const isLater = before !== undefined && (parseTime(before) ?? 0) > nowMs;
  if (before !== undefined && !isLater && metadata.deletionGracePeriodSeconds === 0) return false;
  if (before === undefined || isLater) metadata.deletionTimestamp = formatTime(nowMs);
  metadata.deletionGracePeriodSeconds = 0;
  return true;
}

/** The finalizers after a delete. The garbage collector reads the propagation policy from `orphan` or `foregroundDeletion`. */
function finalizersFor(
  current: readonly string[],
  { orphanDependents, propagationPolicy }: DeleteOptions,
  defaultPolicy: "Background" | "Orphan" = "Background",
): readonly string[] {
  const others = current.filter((name) => name !== orphanFinalizer && name !== foregroundDeletionFinalizer);
  const requested = orphanDependents === undefined ? propagationPolicy : orphanDependents ? "Orphan" : "Background";
  const earlier = current.includes(orphanFinalizer)
    ? "Orphan"
    : current.includes(foregroundDeletionFinalizer)
      ? "Foreground"
      : undefined;
  switch (requested ?? earlier ?? defaultPolicy) {
    case "Orphan":
      return [...others, orphanFinalizer];
    case "Foreground":
      return [...others, foregroundDeletionFinalizer];
    case "Background":
      return others;
  }
}
