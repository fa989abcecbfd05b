/**
 * Deletes objects without remaining owners, and completes foreground and orphaning deletions of owners.
 *
 * It watches the metadata of every kind that can be listed, watched and deleted, including custom resources. An event
 * only enqueues uids. Processing a uid decides from the graph or, if an owner is not in the graph, from the server.
 */
import { isConflict, isDeepEqual } from "@kubewright/apimachinery";
import type { OwnerReference, ResourceType } from "@kubewright/apimachinery";
import { onAbort } from "@kubewright/async";
import type { InformerEvent } from "@kubewright/informer";
import type { Manager, Runnable } from "@kubewright/runtime";
import { createWorkQueue } from "@kubewright/workqueue";
import { decideDependent, decideOwner, orphanFinalizer } from "./decision.ts";
import type { OwnerFound } from "./decision.ts";
import { followKinds } from "./followed-kinds.ts";
import { createOwnershipGraph } from "./graph.ts";
import type { GraphNode } from "./graph.ts";
import { createLiveObjects, nodeOf } from "./live-object.ts";
import type { LiveObject } from "./live-object.ts";
import { createOwnerLookup } from "./owner-lookup.ts";

/** The number of objects that are processed concurrently. The server is in the same process, so more workers would not be faster. */
const workers = 4;

export const garbageCollectorName = "garbage-collector-controller";

export interface GarbageCollector extends Runnable {
  /** Resolves once the graph has all existing objects. */
  waitForSync(options: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

export function createGarbageCollector(manager: Manager): GarbageCollector {
  const { client, apiReader, clock } = manager;
  const log = manager.log.child({ controller: garbageCollectorName });
  const graph = createOwnershipGraph();
  const queue = createWorkQueue<string>({ clock, name: garbageCollectorName, observer: manager.observer.workQueue });
  const kinds = followKinds({ manager, log, onEvent: note, onGone: graph.removeKind });
  const owners = createOwnerLookup({ graph, manager, name: garbageCollectorName });
  const live = createLiveObjects({ client, apiReader });

  return {
    name: garbageCollectorName,
    waitForSync: kinds.waitForSync,
    async start({ signal }) {
      await Promise.all([kinds.start({ signal }), workOnceSynced(signal)]);
    },
  };

  /** Updates the graph and enqueues the affected objects: the object, its dependents, and its old and new owners. */
  function note(type: ResourceType, event: InformerEvent): void {
    const { object } = event;
    const node = nodeOf(type, object);
    const before = graph.get(node.uid)?.owners ?? [];
    const dependents = graph.dependentsOf(node.uid);
    if (event.kind === "deleted") {
      graph.remove(node.uid);
      if (dependents.length > 0) owners.noteGone(node);
    } else graph.set(node);

    const isGoing = event.kind === "deleted" || node.isTerminating;
    if (isGoing) for (const dependent of dependents) queue.add(dependent.uid);
    for (const owner of new Set([...before, ...node.owners].map(({ uid }) => uid))) queue.add(owner);
    if (node.isTerminating || node.owners.length > 0) queue.add(node.uid);
  }

  async function workOnceSynced(signal: AbortSignal): Promise<void> {
    using _end = onAbort(signal, () => queue.shutDown({ mode: "abort" }));
    try {
      await kinds.waitForSync({ signal });
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    await Promise.all(Array.from({ length: workers }, () => work(signal)));
  }

  async function work(signal: AbortSignal): Promise<void> {
    for (;;) {
      using lease = await queue.take();
      if (!lease) return;
      const uid = lease.key;
      try {
        if (await look(uid, signal)) queue.forget(uid);
        else queue.add(uid, { rateLimited: true });
      } catch (error) {
        if (signal.aborted) return;
        const { type, key } = graph.get(uid) ?? {};
        if (!isConflict(error)) log.warn("Cannot collect an object, retrying", { kind: type?.kind, key, error });
        queue.add(uid, { rateLimited: true });
      }
    }
  }

  /** Returns false if the object must be processed again without an event. */
  async function look(uid: string, signal: AbortSignal): Promise<boolean> {
    const node = graph.get(uid);
    if (!node) return true;
    await lookAsOwner(node, signal);
    return await lookAsDependent(node, signal);
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
        await Promise.all(
          decision.dependents.map(async (dependent) => {
            const found = await live.read(dependent, signal);
            if (found) await releaseOwners(found, [node.uid], signal);
          }),
        );
        return await live.removeFinalizer(node, orphanFinalizer, signal);
      case "release":
        return await live.removeFinalizer(node, decision.finalizer, signal);
    }
  }

  async function lookAsDependent(node: GraphNode, signal: AbortSignal): Promise<boolean> {
    const states: readonly OwnerFound[] = await Promise.all(
      node.owners.map(async (reference) => ({ reference, state: await owners.stateOf(node, reference, signal) })),
    );
    const dependents = graph.dependentsOf(node.uid);
    const expected = decideDependent(node, states, dependents);
    if (expected.kind === "askAgain") return false;
    if (expected.kind === "keep") return true;

    // A cache is not enough for a deletion, because the object may have another owner by now. Its event then enqueues it again.
    // Writes have the resourceVersion that was read, so they fail after a later change, and the object is processed again.
    const found = await live.read(node, signal);
    if (!found || !isDeepEqual(found.node.owners, node.owners)) return true;
    const decision = decideDependent(found.node, states, dependents);
    if (decision.kind === "releaseOwners") await releaseOwners(found, decision.uids, signal);
    if (decision.kind === "delete") {
      const { policy, unblockOwners } = decision;
      log.info("Deleting an object whose owners are gone", { kind: node.type.kind, object: node.key, policy });
      await live.delete(unblockOwners ? await unblocked(found, signal) : found, policy, signal);
    }
    return true;
  }

  async function releaseOwners(found: LiveObject, uids: readonly string[], signal: AbortSignal): Promise<void> {
    const kept = found.node.owners.filter(({ uid }) => !uids.includes(uid));
    if (kept.length < found.node.owners.length) await live.setOwners(found, kept, signal);
  }

  async function unblocked(found: LiveObject, signal: AbortSignal): Promise<LiveObject | undefined> {
    const free = (owner: OwnerReference): OwnerReference =>
      owner.blockOwnerDeletion ? { ...owner, blockOwnerDeletion: false } : owner;
    return await live.setOwners(found, found.node.owners.map(free), signal);
  }
}
