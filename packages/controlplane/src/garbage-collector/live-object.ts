/**
 * Reads the metadata of objects from the server and writes the changes of the collector. Each write has the uid and resourceVersion
 * of the decision, so an outdated one fails with a conflict. Objects that are already gone are not an error.
 */
import { isNotFound } from "@kubewright/apimachinery";
import type { ObjectKey, OwnerReference, ResourceType, StoredMeta } from "@kubewright/apimachinery";
import type { Manager } from "@kubewright/runtime";
import type { CachedObject } from "@kubewright/informer";
import type { PropagationPolicy } from "./decision.ts";
import type { GraphNode } from "./graph.ts";

export interface LiveObject {
  readonly node: GraphNode;
  readonly resourceVersion: string;
}

export interface LiveObjects {
  /** Reads the object; `undefined` if no object with this uid exists. */
  read(node: GraphNode, signal: AbortSignal): Promise<LiveObject | undefined>;
  delete(object: LiveObject | undefined, policy: PropagationPolicy, signal: AbortSignal): Promise<void>;
  /** Resolves with the object after the change. */
  setOwners(
    object: LiveObject,
    owners: readonly OwnerReference[],
    signal: AbortSignal,
  ): Promise<LiveObject | undefined>;
  removeFinalizer(node: GraphNode, finalizer: string, signal: AbortSignal): Promise<void>;
}

export function createLiveObjects({ client, apiReader }: Pick<Manager, "client" | "apiReader">): LiveObjects {
  return {
    read,
    async delete(object, policy, signal) {
      if (!object) return;
      const { node, resourceVersion } = object;
      const preconditions = { uid: node.uid, resourceVersion };
      await unlessGone(client.raw.delete(node.type, node.key, { ...preconditions, propagationPolicy: policy, signal }));
    },
    setOwners: (object, owners, signal) =>
      // An empty list would remain in the object, so it is removed.
      change(object, { ownerReferences: owners.length > 0 ? owners : null }, signal),
    async removeFinalizer(node, finalizer, signal) {
      const object = await read(node, signal);
      if (!object?.node.finalizers.includes(finalizer)) return;
      await change(object, { finalizers: object.node.finalizers.filter((name) => name !== finalizer) }, signal);
    },
  };

  async function read({ type, key, uid }: GraphNode, signal: AbortSignal): Promise<LiveObject | undefined> {
    const object = await unlessGone(apiReader.get(type, key, { signal, metadataOnly: true }));
    return object?.metadata.uid === uid ? liveObject(type, key, object.metadata) : undefined;
  }

  async function change(
    { node, resourceVersion }: LiveObject,
    fields: object,
    signal: AbortSignal,
  ): Promise<LiveObject | undefined> {
    const body = { metadata: { uid: node.uid, resourceVersion, ...fields } };
    const changed = await unlessGone(client.patch(node.type, node.key, { type: "merge", body }, { signal }));
    return changed && liveObject(node.type, node.key, changed.metadata);
  }
}

/** The node of a cached object. Finalizers matter only during a deletion, so other objects are not parsed for them. */
export function nodeOf(type: ResourceType, object: CachedObject): GraphNode {
  const { key, uid, ownerReferences: owners, deletionTimestamp } = object;
  if (deletionTimestamp !== undefined) return nodeFrom(type, key, object.read().metadata);
  return { type, key, uid, owners, isTerminating: false, finalizers: [] };
}

function liveObject(type: ResourceType, key: ObjectKey, metadata: StoredMeta): LiveObject {
  return { node: nodeFrom(type, key, metadata), resourceVersion: metadata.resourceVersion };
}

function nodeFrom(type: ResourceType, key: ObjectKey, metadata: StoredMeta): GraphNode {
  const { uid, ownerReferences: owners = [], finalizers = [] } = metadata;
  return { type, key, uid, owners, isTerminating: Boolean(metadata.deletionTimestamp), finalizers };
}

/** Ignores 404: the object was deleted, or its kind is no longer served. */
async function unlessGone<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
