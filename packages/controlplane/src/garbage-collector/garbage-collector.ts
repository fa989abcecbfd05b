/**
 * Deletes what has lost all its owners, and lets owners that are deleted in the foreground, or orphan what they own, go at the right moment.
 *
 * It watches the metadata of every kind that can be listed, watched and deleted, CRDs' kinds included as they come and go. An event
 * only notes which uids to look at; the look decides from the graph and, where an owner is not in it, from the server.
 */
import { groupVersionKindOf, isConflict, isDeepEqual, isNotFound } from "@kubewright/apimachinery";
import type { ObjectKey, OwnerReference, ResourceType, StoredMeta } from "@kubewright/apimachinery";
import { onAbort } from "@kubewright/async";
import type { CachedObject, InformerEvent } from "@kubewright/informer";
import type { Manager, Runnable } from "@kubewright/runtime";
import { createWorkQueue } from "@kubewright/workqueue";
import { decideDependent, decideOwner, foregroundFinalizer, orphanFinalizer } from "./decision.ts";
import type { OwnerState } from "./decision.ts";
import { followKinds } from "./followed-kinds.ts";
import { createOwnershipGraph } from "./graph.ts";
import type { GraphNode } from "./graph.ts";

/** Objects looked at side by side. The server is in the same process, so more would only make longer queues. */
const workers = 4;

export const garbageCollectorName = "garbage-collector-controller";

export function createGarbageCollector(manager: Manager): Runnable {
  const { client, apiReader, clock } = manager;
  const log = manager.log.child({ controller: garbageCollectorName });
  const graph = createOwnershipGraph();
  const queue = createWorkQueue<string>({ clock, name: garbageCollectorName, observer: manager.metrics.workQueue });

  return {
    async start({ signal }) {
      await using _kinds = await followKinds({ manager, onEvent: note, signal });
      using _end = onAbort(signal, () => queue.shutDown({ mode: "abort" }));
      await Promise.all(Array.from({ length: workers }, () => work(signal)));
    },
  };

  /** Keeps the graph true and notes who may be concerned: the object, those it owns, and those it is or was owned by. */
  function note(type: ResourceType, event: InformerEvent): void {
    const { uid } = event.object;
    const before = graph.get(uid)?.owners ?? [];
    if (event.kind === "deleted") graph.remove(uid);
    else graph.set(nodeOf(type, event.object));

    const concernsDependents = event.kind === "deleted" || event.object.deletionTimestamp !== undefined;
    if (concernsDependents) for (const dependent of graph.dependentsOf(uid)) queue.add(dependent.uid);
    for (const owner of [...before, ...event.object.ownerReferences]) queue.add(owner.uid);
    if (event.kind !== "deleted") queue.add(uid);
  }

  async function work(signal: AbortSignal): Promise<void> {
    for (;;) {
      using lease = await queue.take();
      if (!lease) return;
      try {
        await look(lease.key, signal);
        queue.forget(lease.key);
      } catch (error) {
        if (signal.aborted) return;
        if (!isConflict(error))
          log.warn("Cannot collect an object, trying again", { object: graph.get(lease.key)?.key, error });
        queue.add(lease.key, { rateLimited: true });
      }
    }
  }

  async function look(uid: string, signal: AbortSignal): Promise<void> {
    const node = graph.get(uid);
    if (!node) return;
    await lookAsOwner(node, signal);
    await lookAsDependent(node, signal);
  }

  async function lookAsOwner(node: GraphNode, signal: AbortSignal): Promise<void> {
    const decision = decideOwner(node, graph.dependentsOf(node.uid));
    switch (decision.kind) {
      case "nothing":
        return;
      case "wait":
        for (const { uid } of decision.dependents) queue.add(uid);
        return;
      case "orphan":
        await Promise.all(decision.dependents.map((dependent) => releaseOwners(dependent, [node.uid], signal)));
        await removeFinalizer(node, orphanFinalizer, signal);
        return;
      case "release":
        await removeFinalizer(node, decision.finalizer, signal);
    }
  }

  async function lookAsDependent(node: GraphNode, signal: AbortSignal): Promise<void> {
    const owners = await Promise.all(
      node.owners.map(async (reference) => ({ reference, state: await stateOf(node, reference, signal) })),
    );
    const hasDependents = graph.dependentsOf(node.uid).length > 0;
    if (decideDependent(node, owners, hasDependents).kind === "keep") return;

    // Nothing is taken away on the word of a cache: the object may have got another owner meanwhile, and then its event brings us back.
    const live = await readNode(node, signal);
    if (!live || !isDeepEqual(live.owners, node.owners)) return;
    const decision = decideDependent(live, owners, hasDependents);
    switch (decision.kind) {
      case "keep":
        return;
      case "releaseOwners":
        return await releaseOwners(live, decision.uids, signal);
      case "delete":
        log.info("Deleting an object whose owners are gone", {
          kind: node.type.kind,
          object: node.key,
          policy: decision.policy,
        });
        await ignoreGone(
          apiReader.raw.delete(node.type, node.key, { uid: node.uid, propagationPolicy: decision.policy, signal }),
        );
    }
  }

  async function readNode({ type, key, uid }: GraphNode, signal: AbortSignal): Promise<GraphNode | undefined> {
    const object = await apiReader.get(type, key, { signal, metadataOnly: true });
    return object?.metadata.uid === uid ? nodeFrom(type, key, object.metadata) : undefined;
  }

  /** The graph knows an owner that is there; that one is gone only the server can say, asked by kind, namespace and name. */
  async function stateOf(node: GraphNode, reference: OwnerReference, signal: AbortSignal): Promise<OwnerState> {
    const known = graph.get(reference.uid);
    if (known && isPlaceFor(known, node)) return isWaiting(known) ? "waiting" : "present";

    const type = await client.mapper.resourceFor(groupVersionKindOf(reference), { signal });
    if (!type) return "present"; // Its kind is not served now; it may come back, and an object deleted too much does not.
    const { namespace } = node.key;
    if (type.namespaced && namespace === undefined) return "absent"; // Only what is in the same namespace can own.
    const key =
      type.namespaced && namespace !== undefined ? { namespace, name: reference.name } : { name: reference.name };
    const owner = await apiReader.get(type, key, { signal, metadataOnly: true });
    if (owner?.metadata.uid !== reference.uid) return "absent";
    const isAwaiting = owner.metadata.deletionTimestamp && owner.metadata.finalizers?.includes(foregroundFinalizer);
    return isAwaiting ? "waiting" : "present";
  }

  async function releaseOwners(node: GraphNode, uids: readonly string[], signal: AbortSignal): Promise<void> {
    const ownerReferences = node.owners.filter(({ uid }) => !uids.includes(uid));
    const body = { metadata: { uid: node.uid, ownerReferences: ownerReferences.length > 0 ? ownerReferences : null } };
    await ignoreGone(apiReader.patchKey(node.type, node.key, { type: "merge", body }, { signal }));
  }

  async function removeFinalizer(node: GraphNode, finalizer: string, signal: AbortSignal): Promise<void> {
    const current = await apiReader.get(node.type, node.key, { signal, metadataOnly: true });
    if (current?.metadata.uid !== node.uid) return;
    const { resourceVersion, finalizers = [] } = current.metadata;
    if (!finalizers.includes(finalizer)) return;
    const body = {
      metadata: { uid: node.uid, resourceVersion, finalizers: finalizers.filter((name) => name !== finalizer) },
    };
    await ignoreGone(apiReader.patchKey(node.type, node.key, { type: "merge", body }, { signal }));
  }
}

function nodeOf(type: ResourceType, object: CachedObject): GraphNode {
  if (object.deletionTimestamp !== undefined) return nodeFrom(type, object.key, object.read().metadata);
  // Finalizers matter once the deletion has begun; to know them the object has to be parsed.
  return {
    type,
    key: object.key,
    uid: object.uid,
    owners: object.ownerReferences,
    isTerminating: false,
    finalizers: [],
  };
}

function nodeFrom(type: ResourceType, key: ObjectKey, metadata: StoredMeta): GraphNode {
  const { uid, ownerReferences: owners = [], finalizers = [] } = metadata;
  return { type, key, uid, owners, isTerminating: Boolean(metadata.deletionTimestamp), finalizers };
}

function isWaiting({ isTerminating, finalizers }: GraphNode): boolean {
  return isTerminating && finalizers.includes(foregroundFinalizer);
}

/** An owner is in the namespace of what it owns, or in none. */
function isPlaceFor(owner: GraphNode, dependent: GraphNode): boolean {
  return owner.key.namespace === undefined || owner.key.namespace === dependent.key.namespace;
}

/** Somebody was faster: what we wanted gone, or changed, is gone. */
async function ignoreGone(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
