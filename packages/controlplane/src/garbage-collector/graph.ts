/**
 * Who owns whom, as far as the collector has seen: a node for every object, and for every uid those who name it as owner.
 *
 *     MyJob uid 7 ◄──owner── Pod uid 9            dependentsOf("7") = [Pod 9]
 *
 * The graph is fed by informers, each of which is right about its own kind and says nothing of the others. So an owner that is not in the
 * graph may merely not have been heard of yet: only the server can say that it is gone.
 */
import type { ObjectKey, OwnerReference, ResourceType } from "@kubewright/apimachinery";

/** What the collector needs to know of an object. */
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
  /** The object is as this says. */
  set(node: GraphNode): void;
  /** The object is gone. */
  remove(uid: string): void;
  /** The kind is gone, and nothing is known of its objects any more. */
  removeKind(type: ResourceType): void;
  get(uid: string): GraphNode | undefined;
  /** The objects that name this uid among their owners, in the order in which they came to do so. */
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

  /** Takes the object out of its owners' sets; a set that becomes empty goes, or owners that are long gone would stay. */
  function unlink(uid: string): void {
    for (const owner of nodes.get(uid)?.owners ?? []) {
      const ofOwner = dependents.get(owner.uid);
      ofOwner?.delete(uid);
      if (ofOwner?.size === 0) dependents.delete(owner.uid);
    }
  }
}
