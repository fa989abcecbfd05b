/**
 * Whether the owner that a reference names is there. The graph knows an owner that is; that one is gone only its deletion or
 * the server can say, which is asked by what the reference says: kind, name, and the namespace of the dependent.
 */
import { groupVersionKindOf, isNotFound, parseApiVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, OwnerReference, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Client, RestMapper } from "@kubewright/client";
import { foregroundFinalizer, isWaiting } from "./decision.ts";
import type { OwnerState } from "./decision.ts";
import type { GraphNode, OwnershipGraph } from "./graph.ts";

/** Deleted owners that are remembered. It is for the moment until their dependents have been looked at. */
const goneMax = 1_000;

export interface OwnerLookup {
  /** An owner has been seen to go. When its whole kind goes, nobody could be asked about it afterwards. */
  noteGone(owner: GraphNode): void;
  stateOf(dependent: GraphNode, reference: OwnerReference, signal: AbortSignal): Promise<OwnerState>;
}

export interface OwnerLookupOptions {
  readonly graph: Pick<OwnershipGraph, "get">;
  readonly mapper: Pick<RestMapper, "resourceFor">;
  /** Reads at the server. */
  readonly reader: Pick<Client, "get">;
}

export function createOwnerLookup({ graph, mapper, reader }: OwnerLookupOptions): OwnerLookup {
  const gone = new Map<string, GraphNode>();

  return {
    noteGone(owner) {
      gone.set(owner.uid, owner);
      const [oldest] = gone.keys();
      if (gone.size > goneMax && oldest !== undefined) gone.delete(oldest);
    },

    async stateOf(dependent, reference, signal) {
      const known = graph.get(reference.uid);
      if (known && isMeant(reference, known) && canOwn(known.key, dependent.key))
        return isWaiting(known) ? "waiting" : "present";
      const seenGoing = gone.get(reference.uid);
      if (!known && seenGoing && canOwn(seenGoing.key, dependent.key)) return "absent";

      const type = await mapper.resourceFor(groupVersionKindOf(reference), { signal });
      if (!type) return "unknown";
      const { namespace } = dependent.key;
      // No namespace can be asked, so it is never resolved, and never collected.
      if (type.namespaced && namespace === undefined) return "present";
      const key =
        type.namespaced && namespace !== undefined ? { namespace, name: reference.name } : { name: reference.name };
      return await stateAtServer(type, key, reference.uid, signal);
    },
  };

  async function stateAtServer(
    type: ResourceType,
    key: ObjectKey,
    uid: string,
    signal: AbortSignal,
  ): Promise<OwnerState> {
    let owner: Stored<KubernetesObject> | undefined;
    try {
      owner = await reader.get(type, key, { signal, metadataOnly: true });
    } catch (error) {
      if (isNotFound(error)) return "unknown"; // A 404 that is not about the object is about its kind.
      throw error;
    }
    if (owner?.metadata.uid !== uid) return "absent";
    const { deletionTimestamp, finalizers } = owner.metadata;
    return deletionTimestamp && finalizers?.includes(foregroundFinalizer) ? "waiting" : "present";
  }
}

/** Whether the object with the reference's uid is also of its kind and name; the version it was written in does not matter. */
function isMeant({ apiVersion, kind, name }: OwnerReference, { type, key }: GraphNode): boolean {
  return type.kind === kind && key.name === name && type.group === parseApiVersion(apiVersion).group;
}

/** An owner is in the namespace of what it owns, or in none. */
function canOwn(owner: ObjectKey, dependent: ObjectKey): boolean {
  return owner.namespace === undefined || owner.namespace === dependent.namespace;
}
