/**
 * Decides what to do with an object from the states of its owners and dependents. These two pure functions are the whole policy of the
 * collector. The other files fetch their inputs and execute their decisions.
 * https://kubernetes.io/docs/concepts/architecture/garbage-collection/
 */
import type { OwnerReference } from "@kubewright/apimachinery";
import type { GraphNode } from "./graph.ts";

/** Set by a delete with `propagationPolicy: Foreground`. The collector removes it once no dependent blocks the deletion. */
export const foregroundFinalizer = "foregroundDeletion";
/** Set by a delete with `propagationPolicy: Orphan`. The collector removes it once no dependent references the owner. */
export const orphanFinalizer = "orphan";

export type PropagationPolicy = "Background" | "Foreground" | "Orphan";

/**
 * The state of an owner: it exists, it waits for its dependents in a foreground deletion, it does not exist, or it is unknown because its
 * kind is not served.
 */
export type OwnerState = "present" | "waiting" | "absent" | "unknown";

export interface OwnerFound {
  readonly reference: OwnerReference;
  readonly state: OwnerState;
}

export type DependentDecision =
  | { readonly kind: "keep" }
  /** Undecided: an object must not be deleted by mistake, so the collector retries later. */
  | { readonly kind: "retry" }
  /** Some owners are gone and others exist: the references to the absent ones are removed. */
  | { readonly kind: "releaseOwners"; readonly uids: readonly string[] }
  | {
      readonly kind: "delete";
      readonly policy: PropagationPolicy;
      /** First stop blocking its owners: one of its dependents waits as well, so the wait may be circular. */
      readonly unblockOwners: boolean;
    };

/** Decides about an object from the states of its owners, one for each reference. */
export function decideDependent(
  node: GraphNode,
  owners: readonly OwnerFound[],
  dependents: readonly GraphNode[],
): DependentDecision {
  if (node.isTerminating || owners.length === 0) return { kind: "keep" };
  if (owners.some(({ state }) => state === "unknown")) return { kind: "retry" };
  const gone = owners.filter(({ state }) => state !== "present");
  if (gone.length === 0) return { kind: "keep" };
  if (gone.length < owners.length) return { kind: "releaseOwners", uids: gone.map(({ reference }) => reference.uid) };

  // A waiting owner must remain until the dependents of its dependents are gone, so these wait as well.
  const isAwaited = gone.some(({ state }) => state === "waiting");
  return isAwaited && dependents.length > 0
    ? { kind: "delete", policy: "Foreground", unblockOwners: dependents.some(isWaiting) }
    : { kind: "delete", policy: requestedPolicy(node), unblockOwners: false };
}

export type OwnerDecision =
  | { readonly kind: "nothing" }
  /** The references of these dependents are removed, then the finalizer. */
  | { readonly kind: "orphan"; readonly dependents: readonly GraphNode[] }
  /** These dependents block the deletion of the owner. They may not be marked for deletion yet. */
  | { readonly kind: "wait"; readonly dependents: readonly GraphNode[] }
  | { readonly kind: "release"; readonly finalizer: string };

/** Decides about a terminating object with these dependents. */
export function decideOwner(node: GraphNode, dependents: readonly GraphNode[]): OwnerDecision {
  if (!node.isTerminating) return { kind: "nothing" };
  if (node.finalizers.includes(orphanFinalizer)) {
    return dependents.length > 0 ? { kind: "orphan", dependents } : { kind: "release", finalizer: orphanFinalizer };
  }
  if (!node.finalizers.includes(foregroundFinalizer)) return { kind: "nothing" };
  const blocking = dependents.filter((dependent) =>
    dependent.owners.some(({ uid, blockOwnerDeletion }) => uid === node.uid && blockOwnerDeletion === true),
  );
  if (blocking.length === 0) return { kind: "release", finalizer: foregroundFinalizer };
  return { kind: "wait", dependents: blocking.filter((dependent) => !dependent.isTerminating) };
}

/** Whether the object is in a foreground deletion and waits for its dependents. */
export function isWaiting({ isTerminating, finalizers }: GraphNode): boolean {
  return isTerminating && finalizers.includes(foregroundFinalizer);
}

/** The propagation policy that the finalizers of a dependent request. */
function requestedPolicy({ finalizers }: GraphNode): PropagationPolicy {
  if (finalizers.includes(orphanFinalizer)) return "Orphan";
  return finalizers.includes(foregroundFinalizer) ? "Foreground" : "Background";
}
