/**
 * The graph of owners and dependents: a node for every object, and the dependents of every uid.
 *
 *     MyJob uid 7 ◄──owner── Pod uid 9            dependentsOf("7") = [Pod 9]
 *
 * Informers update the graph, each for its kind, in no common order. So an owner that is not in the graph may exist:
 * only a request to the server shows that it is gone.
 */
import type { ObjectKey, OwnerReference, ResourceType } from "@kubewright/apimachinery";

/** The metadata that the collector needs. */
export interface GraphNode {
  readonly type: ResourceType;
  readonly key: ObjectKey;
  readonly uid: string;
  readonly owners: readonly OwnerReference[];
  /** Whether its deletion has begun. */
  readonly isTerminating: boolean;
  readonly finalizers: readonly string[];
}

export interface OwnershipGraph {
  /** Adds or replaces an object. */
  set(node: GraphNode): void;
  /** Removes a deleted object. */
  remove(uid: string): void;
  /** Removes all objects of a kind. */
  removeKind(type: ResourceType): void;
  get(uid: string): GraphNode | undefined;
  /** The objects with an owner reference to this uid, in the order in which they were added. */
  dependentsOf(uid: string): readonly GraphNode[];
  readonly size: number;
}

export function createOwnershipGraph(): OwnershipGraph {
  const nodes = new Map<string, GraphNode>();
  const dependents = new Map<string, Set<string>>();

  return {
    set(node) {
      unlink(node.uid);
      nodes.set(node.uid, node);
      for (const { uid } of node.owners) {
        const ofOwner = dependents.get(uid) ?? new Set();
        dependents.set(uid, ofOwner.add(node.uid));
      }
    },
    remove,
    removeKind({ group, plural }) {
      for (const { uid, type } of nodes.values()) if (type.group === group && type.plural === plural) remove(uid);
    },
    get: (uid) => nodes.get(uid),
    dependentsOf: (uid) => [...(dependents.get(uid) ?? [])].flatMap((dependent) => nodes.get(dependent) ?? []),
    get size() {
      return nodes.size;
    },
  };

  function remove(uid: string): void {
    unlink(uid);
    nodes.delete(uid);
  }

  /** Removes the object from the sets of its owners. Empty sets are removed, so deleted owners do not leak memory. */
  function unlink(uid: string): void {
    for (const owner of nodes.get(uid)?.owners ?? []) {
      const ofOwner = dependents.get(owner.uid);
      ofOwner?.delete(uid);
      if (ofOwner?.size === 0) dependents.delete(owner.uid);
    }
  }
}
