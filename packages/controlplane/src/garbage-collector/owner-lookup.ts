/**
 * Looks up the owner of a reference. The graph shows that an owner exists. Only its delete event or the server shows that it
 * does not; the request has the kind and name of the reference and the namespace of the dependent.
 */
import { apiVersionOfType, groupVersionKindOf, isNotFound, parseApiVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, OwnerReference, ResourceType, Stored } from "@kubewright/apimachinery";
import type { EventRecorder } from "@kubewright/client";
import type { Manager } from "@kubewright/runtime";
import { foregroundFinalizer, isWaiting } from "./decision.ts";
import type { OwnerState } from "./decision.ts";
import type { GraphNode, OwnershipGraph } from "./graph.ts";

/** The number of deleted owners that are kept until their dependents have been processed. */
const deletedMax = 1_000;

export interface OwnerLookup {
  /** Records the deletion of an owner, because the server cannot return it once the kind is no longer served. */
  recordDeleted(owner: GraphNode): void;
  stateOf(dependent: GraphNode, reference: OwnerReference, signal: AbortSignal): Promise<OwnerState>;
}

export interface OwnerLookupOptions {
  readonly graph: Pick<OwnershipGraph, "get">;
  /** Reads from the server, and records Events. */
  readonly manager: Pick<Manager, "apiReader" | "client" | "eventRecorder">;
  /** The name of the controller in Events. */
  readonly name: string;
}

export function createOwnerLookup({ graph, manager, name }: OwnerLookupOptions): OwnerLookup {
  const { mapper } = manager.client;
  const events = manager.eventRecorder(name, { apiVersion: "v1" });
  const deleted = new Map<string, GraphNode>();

  return {
    recordDeleted(owner) {
      deleted.set(owner.uid, owner);
      const [oldest] = deleted.keys();
      if (deleted.size > deletedMax && oldest !== undefined) deleted.delete(oldest);
    },

    async stateOf(dependent, reference, signal) {
      const known = graph.get(reference.uid);
      if (known && isMeant(reference, known) && canOwn(known.key, dependent.key))
        return isWaiting(known) ? "waiting" : "present";
      if (known && !canOwn(known.key, dependent.key)) reportForeignOwner(events, dependent, reference);
      const deletedOwner = deleted.get(reference.uid);
      if (!known && deletedOwner && canOwn(deletedOwner.key, dependent.key)) return "absent";

      const type = await mapper.resourceFor(groupVersionKindOf(reference), { signal });
      if (!type) return "unknown";
      const { namespace } = dependent.key;
      // The namespace of the owner is unknown, so the object is never collected.
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
      owner = await manager.apiReader.get(type, key, { signal, metadataOnly: true });
    } catch (error) {
      if (isNotFound(error)) return "unknown"; // This 404 is about the kind, not the object.
      throw error;
    }
    if (owner?.metadata.uid !== uid) return "absent";
    const { deletionTimestamp, finalizers } = owner.metadata;
    return deletionTimestamp && finalizers?.includes(foregroundFinalizer) ? "waiting" : "present";
  }
}

/** An owner in another namespace does not keep its dependent. The mistake is not visible otherwise, so the dependent gets an Event. */
function reportForeignOwner(events: EventRecorder, { type, key, uid }: GraphNode, reference: OwnerReference): void {
  const { namespace = "", name } = key;
  const { apiVersion, kind } = reference;
  const shown = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${reference.name}, uid: ${reference.uid}]`;
  const note = `ownerRef ${shown} does not exist in namespace ${JSON.stringify(namespace)}`;
  const dependent = { apiVersion: apiVersionOfType(type), kind: type.kind, metadata: { ...key, name, uid } };
  events.event(dependent, { type: "Warning", reason: "OwnerRefInvalidNamespace", action: "CollectGarbage", note });
}

/** Whether the object with the uid of the reference also has its kind and name. The version does not matter. */
function isMeant({ apiVersion, kind, name }: OwnerReference, { type, key }: GraphNode): boolean {
  return type.kind === kind && key.name === name && type.group === parseApiVersion(apiVersion).group;
}

/** An owner is in the namespace of its dependent or cluster-scoped. */
function canOwn(owner: ObjectKey, dependent: ObjectKey): boolean {
  return owner.namespace === undefined || owner.namespace === dependent.namespace;
}
