/**
 * Deletes objects without remaining owners, and completes foreground and orphaning deletions of owners.
 *
 * It watches the metadata of every kind that can be listed, watched and deleted, including custom resources. An event
 * only enqueues uids. Processing a uid decides from the graph or, if an owner is not in the graph, from the server.
 */
import { isConflict, isDeepEqual } from "@kubewright/apimachinery";
import type { ResourceType } from "@kubewright/apimachinery";
import { onAbort } from "@kubewright/async";
import type { InformerEvent } from "@kubewright/informer";
import type { Manager, Runnable } from "@kubewright/runtime";
import { createWorkQueue } from "@kubewright/workqueue";
import type { WorkQueue } from "@kubewright/workqueue";
import { decideDependent, decideOwner, orphanFinalizer } from "./decision.ts";
import type { OwnerFound } from "./decision.ts";
import { followKinds } from "./followed-kinds.ts";
import type { FollowedKinds } from "./followed-kinds.ts";
import { createOwnershipGraph } from "./graph.ts";
import type { GraphNode } from "./graph.ts";
import { createLiveObjects, nodeOf } from "./live-object.ts";
import type { LiveObject, LiveObjects } from "./live-object.ts";
import { createOwnerLookup } from "./owner-lookup.ts";
import type { OwnerLookup } from "./owner-lookup.ts";

/** The number of objects that are processed concurrently. The server is in the same process, so more workers would not be faster. */
const workers = 4;

export const garbageCollectorName = "garbage-collector-controller";

export interface GarbageCollector extends Runnable {
  /** Resolves once the graph has all existing objects. */
  waitForSync(options: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

export function createGarbageCollector(manager: Manager): GarbageCollector {
  return new OwnershipCollector(manager);
}

class OwnershipCollector implements GarbageCollector {
  readonly name: string = garbageCollectorName;
  readonly #log: Manager["log"];
  readonly #graph = createOwnershipGraph();
  readonly #queue: WorkQueue<string>;
  readonly #kinds: FollowedKinds;
  readonly #owners: OwnerLookup;
  readonly #live: LiveObjects;

  constructor(manager: Manager) {
    const graph = this.#graph;
    this.#log = manager.log.child({ controller: garbageCollectorName });
    this.#queue = createWorkQueue({
      clock: manager.clock,
      name: garbageCollectorName,
      observer: manager.observer.workQueue,
    });
    this.#kinds = followKinds({
      manager,
      log: this.#log,
      onEvent: (type, event) => this.#processEvent(type, event),
      onGone: graph.removeKind,
    });
    this.#owners = createOwnerLookup({ graph, manager, name: garbageCollectorName });
    this.#live = createLiveObjects(manager);
  }

  waitForSync(options: { readonly signal?: AbortSignal | undefined }): Promise<void> {
    return this.#kinds.waitForSync(options);
  }

  async start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    await Promise.all([this.#kinds.start({ signal }), this.#runWorkers(signal)]);
  }

  /** Updates the graph and enqueues the affected objects: the object, its dependents, and its old and new owners. */
  #processEvent(type: ResourceType, event: InformerEvent): void {
    const node = nodeOf(type, event.object);
    const before = this.#graph.get(node.uid)?.owners ?? [];
    const dependents = this.#graph.dependentsOf(node.uid);
    if (event.kind === "deleted") {
      this.#graph.remove(node.uid);
      if (dependents.length > 0) this.#owners.recordDeleted(node);
    } else this.#graph.set(node);

    const isGoing = event.kind === "deleted" || node.isTerminating;
    if (isGoing) for (const dependent of dependents) this.#queue.add(dependent.uid);
    for (const owner of new Set([...before, ...node.owners].map(({ uid }) => uid))) this.#queue.add(owner);
    if (node.isTerminating || node.owners.length > 0) this.#queue.add(node.uid);
  }

  async #runWorkers(signal: AbortSignal): Promise<void> {
    using _end = onAbort(signal, () => this.#queue.shutDown({ mode: "abort" }));
    try {
      await this.#kinds.waitForSync({ signal });
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    await Promise.all(Array.from({ length: workers }, () => this.#runWorker(signal)));
  }

  async #runWorker(signal: AbortSignal): Promise<void> {
    for (;;) {
      using lease = await this.#queue.take();
      if (!lease) return;
      const uid = lease.key;
      try {
        if (await this.#attemptToCollect(uid, signal)) this.#queue.forget(uid);
        else this.#queue.add(uid, { rateLimited: true });
      } catch (error) {
        if (signal.aborted) return;
        const { type, key } = this.#graph.get(uid) ?? {};
        if (!isConflict(error)) this.#log.warn("Cannot collect an object, retrying", { kind: type?.kind, key, error });
        this.#queue.add(uid, { rateLimited: true });
      }
    }
  }

  /** Returns false if the object must be processed again without an event. */
  async #attemptToCollect(uid: string, signal: AbortSignal): Promise<boolean> {
    const node = this.#graph.get(uid);
    if (!node) return true;
    await this.#processOwner(node, signal);
    return await this.#processDependent(node, signal);
  }

  async #processOwner(node: GraphNode, signal: AbortSignal): Promise<void> {
    const decision = decideOwner(node, this.#graph.dependentsOf(node.uid));
    switch (decision.kind) {
      case "nothing":
        return;
      case "wait":
        for (const { uid } of decision.dependents) this.#queue.add(uid);
        return;
      case "orphan":
        await Promise.all(
          decision.dependents.map(async (dependent) => {
            const found = await this.#live.read(dependent, signal);
            if (found) await this.#releaseOwners(found, [node.uid], signal);
          }),
        );
        return await this.#live.removeFinalizer(node, orphanFinalizer, signal);
      case "release":
        return await this.#live.removeFinalizer(node, decision.finalizer, signal);
    }
  }

  async #processDependent(node: GraphNode, signal: AbortSignal): Promise<boolean> {
    const states: readonly OwnerFound[] = await Promise.all(
      node.owners.map(async (reference) => ({
        reference,
        state: await this.#owners.stateOf(node, reference, signal),
      })),
    );
    const dependents = this.#graph.dependentsOf(node.uid);
    const expected = decideDependent(node, states, dependents);
    if (expected.kind === "retry") return false;
    if (expected.kind === "keep") return true;

    // A cache is not enough for a deletion, because the object may have another owner by now. Its event then enqueues it again.
    // Writes have the resourceVersion that was read, so they fail after a later change, and the object is processed again.
    const found = await this.#live.read(node, signal);
    if (!found || !isDeepEqual(found.node.owners, node.owners)) return true;
    const decision = decideDependent(found.node, states, dependents);
    if (decision.kind === "releaseOwners") await this.#releaseOwners(found, decision.uids, signal);
    if (decision.kind === "delete") {
      const { policy, unblockOwners } = decision;
      this.#log.info("Deleting an object whose owners are gone", { kind: node.type.kind, object: node.key, policy });
      await this.#live.delete(unblockOwners ? await this.#unblockOwners(found, signal) : found, policy, signal);
    }
    return true;
  }

  async #releaseOwners(found: LiveObject, uids: readonly string[], signal: AbortSignal): Promise<void> {
    const kept = found.node.owners.filter(({ uid }) => !uids.includes(uid));
    if (kept.length < found.node.owners.length) await this.#live.setOwners(found, kept, signal);
  }

  async #unblockOwners(found: LiveObject, signal: AbortSignal): Promise<LiveObject | undefined> {
    const owners = found.node.owners.map((owner) =>
      owner.blockOwnerDeletion ? { ...owner, blockOwnerDeletion: false } : owner,
    );
    return await this.#live.setOwners(found, owners, signal);
  }
}
