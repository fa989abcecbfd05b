/**
 * What is to be done about an object, given what is known of its owners and dependents. These two functions are the collector's
 * whole policy; everything else fetches what they need and carries out what they say.
 * https://kubernetes.io/docs/concepts/architecture/garbage-collection/
 */
import type { OwnerReference } from "@kubewright/apimachinery";
import type { GraphNode } from "./graph.ts";

/** Set by a delete with `propagationPolicy: Foreground`; we take it off once nothing holds the owner any more. */
export const foregroundFinalizer = "foregroundDeletion";
/** Set by a delete with `propagationPolicy: Orphan`; we take it off once the dependents no longer refer to the owner. */
export const orphanFinalizer = "orphan";

export type PropagationPolicy = "Background" | "Foreground" | "Orphan";

/**
 * What is known of one owner: it is there, it waits in the foreground for its dependents, it is gone, or nobody can say, because its
 * kind is not served now.
 */
export type OwnerState = "present" | "waiting" | "absent" | "unknown";

export interface OwnerFound {
  readonly reference: OwnerReference;
  readonly state: OwnerState;
}

export type DependentDecision =
  | { readonly kind: "keep" }
  /** Not to be decided yet: an object deleted too much does not come back, so we ask again. */
  | { readonly kind: "askAgain" }
  /** Some owners are gone and others hold the object: the references to the gone ones are taken off. */
  | { readonly kind: "releaseOwners"; readonly uids: readonly string[] }
  | {
      readonly kind: "delete";
      readonly policy: PropagationPolicy;
      /** First let its owners go on without it: one of its dependents waits too, and they may be waiting in a circle. */
      readonly unblockOwners: boolean;
    };

/** What becomes of an object whose owners are in these states, one for each of its references. */
export function decideDependent(
  node: GraphNode,
  owners: readonly OwnerFound[],
  dependents: readonly GraphNode[],
): DependentDecision {
  if (node.isTerminating || owners.length === 0) return { kind: "keep" };
  if (owners.some(({ state }) => state === "unknown")) return { kind: "askAgain" };
  const gone = owners.filter(({ state }) => state !== "present");
  if (gone.length === 0) return { kind: "keep" };
  if (gone.length < owners.length) return { kind: "releaseOwners", uids: gone.map(({ reference }) => reference.uid) };

  // An owner that waits must not be freed before the dependents of its dependents are gone, so those wait in turn.
  const isAwaited = gone.some(({ state }) => state === "waiting");
  return isAwaited && dependents.length > 0
    ? { kind: "delete", policy: "Foreground", unblockOwners: dependents.some(isWaiting) }
    : { kind: "delete", policy: policyAskedFor(node), unblockOwners: false };
}

export type OwnerDecision =
  | { readonly kind: "nothing" }
  /** These stay and lose their reference; then the finalizer goes. */
  | { readonly kind: "orphan"; readonly dependents: readonly GraphNode[] }
  /** These hold the owner until they are gone, and may not have been told yet. */
  | { readonly kind: "wait"; readonly dependents: readonly GraphNode[] }
  | { readonly kind: "release"; readonly finalizer: string };

/** What becomes of an object that is being deleted with these dependents. */
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

/** It is deleted in the foreground and waits for its dependents. */
export function isWaiting({ isTerminating, finalizers }: GraphNode): boolean {
  return isTerminating && finalizers.includes(foregroundFinalizer);
}

/** A dependent may itself carry the wish of whoever deleted it, or made it. */
function policyAskedFor({ finalizers }: GraphNode): PropagationPolicy {
  if (finalizers.includes(orphanFinalizer)) return "Orphan";
  return finalizers.includes(foregroundFinalizer) ? "Foreground" : "Background";
}
