/**
 * Makes reads of the cache return own writes. The cache contains a write only once the watch has delivered it, shortly after the response. A
 * reconcile that reads in between would read the state before its own write, and repeat the write.
 *
 * Each write of the client is therefore recorded with the resourceVersion in its response. A read of that object, or a list of its kind, waits until
 * the cache has that version. Then the write is no longer pending.
 *
 *     write Pod a ──response: version 43──► pending: a ≥ 43
 *     read Pod a  ──cache at 41───────────► waits … watch delivers 43 ──► reads the cache, nothing pending
 *
 * Pending writes belong to a collection: the objects of one watch. If all namespaces are cached, a kind is one collection; if some are cached, each
 * namespace is a collection. Writes that the cache never contains, in other namespaces or outside of its selectors, are not recorded.
 *
 * Some writes have no known result: a create with a generated name whose response was lost, or too many writes to record. The next read then lists the
 * metadata of the collection at the API server, and waits for what the cache lacks. The version of such a list would not do: it counts the writes
 * of all kinds, and a watch reaches it only with its next bookmark.
 */
import { abortable, deadlineSignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { formatKey, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { allNamespaces } from "@kubewright/informer";
import type { CacheConfig, Informer, VersionWanted } from "@kubewright/informer";
import { isSelected } from "./is-selected.ts";
import { isNewer, writesLackingIn } from "./listed-metadata.ts";
import type { ListedMetadata } from "./listed-metadata.ts";
import { WritesInFlight } from "./writes-in-flight.ts";

/** The longest time that a read waits for the cache. A watch delivers a write within milliseconds; after this time the read goes to the server. */
export const ownWriteTimeoutMs = 5_000;

/** The largest number of pending writes of one collection, or twice what the last list has left. Beyond it, the next read lists the collection. */
export const pendingWritesMax = 1_000;

export interface OwnWrites {
  /** The writes that have no response yet. */
  readonly inFlight: WritesInFlight;
  /** Records a write, whose result is `written`. */
  record(type: ResourceType, written: Stored): void;
  /** Records the deletion of an object. Without `known`, its uid is that of the cache or of an earlier write; without any, nothing is recorded. */
  recordDelete(type: ResourceType, key: ObjectKey, known?: Stored): void;
  /** Records that objects may have been written, in one namespace or in all namespaces. */
  recordUnknown(type: ResourceType, namespace?: string): void;
  /** Waits for the recorded write of `key`, at most `ownWriteTimeoutMs`. Returns whether the cache has it. */
  reached(informer: Informer<KubernetesObject>, key: ObjectKey, options: WaitOptions): Promise<boolean>;
  /** As `reached`, for all recorded writes of the informer's kind, in one namespace or in all namespaces. */
  allReached(
    informer: Informer<KubernetesObject>,
    options: WaitOptions & { readonly namespace?: string | undefined },
  ): Promise<boolean>;
  /** The number of pending writes, for tests of the limit. */
  readonly size: number;
}

export interface OwnWritesOptions {
  /** The cached namespaces of a kind, with `allNamespaces` if the other namespaces are one collection. Undefined or absent: all, as one collection. */
  readonly namespacesOf?: ((type: ResourceType) => readonly string[] | undefined) | undefined;
  /** The selectors of a collection. Absent: the cache selects all objects. */
  readonly selectorsOf?: ((type: ResourceType, namespace: string | undefined) => Selectors) | undefined;
  /** The informer of a kind, if it has been started. */
  readonly informerOf: (type: ResourceType) => Informer | undefined;
  /** The metadata of the objects of a collection at the API server, with every write that has completed before the call. */
  readonly listMetadata: (
    type: ResourceType,
    options: WaitOptions & { readonly namespace: string | undefined },
  ) => Promise<ListedMetadata>;
  readonly clock: Clock;
  /** Called once for each write that the cache has not reached in time. */
  readonly onLate?: ((type: ResourceType, key: ObjectKey) => void) | undefined;
}

export type Selectors = Pick<CacheConfig, "labelSelector" | "fieldSelector">;

interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
}

interface PendingWrite {
  readonly key: ObjectKey;
  readonly wanted: VersionWanted;
  /** Set once a read has timed out on this write. Later reads do not wait: they go to the server until the cache has the write. */
  isLate: boolean;
}

/** The objects of one watch: the objects of a kind in all namespaces, or in one namespace. */
interface Collection {
  /** Absent: all namespaces, or all namespaces that are not listed. */
  readonly namespace: string | undefined;
  /** In the order of the writes. */
  readonly pending: Map<string, PendingWrite>;
  /** The next read lists the collection. A new value for each write with an unknown result. */
  unknown: { readonly isLate: boolean } | undefined;
  /** The number of pending writes above which they are dropped in favour of a list. */
  pendingMax: number;
}

/** Creates an empty record of writes. */
export function createOwnWrites(options: OwnWritesOptions): OwnWrites {
  return new RecordedWrites(options);
}

class RecordedWrites implements OwnWrites {
  readonly inFlight: WritesInFlight;
  readonly #options: OwnWritesOptions;
  /** By resource, then by namespace. Undefined is the collection of all namespaces; `allNamespaces` is that of the namespaces that are not listed. */
  readonly #kinds = new Map<string, Map<string | undefined, Collection>>();

  constructor(options: OwnWritesOptions) {
    this.#options = options;
    this.inFlight = new WritesInFlight(options.clock);
  }

  get size(): number {
    const collections = [...this.#kinds.values()].flatMap((kind) => [...kind.values()]);
    return collections.reduce((sum, { pending }) => sum + pending.size, 0);
  }

  record(type: ResourceType, written: Stored): void {
    const { uid, resourceVersion } = written.metadata;
    this.#record(type, keyOf(written), written, { uid, resourceVersion });
  }

  recordDelete(type: ResourceType, key: ObjectKey, known?: Stored): void {
    const earlier = this.#collectionOf(type, key.namespace)?.pending.get(formatKey(key))?.wanted;
    const seen = known?.metadata ?? (earlier?.uid === undefined ? this.#options.informerOf(type)?.entry(key) : earlier);
    if (seen?.uid === undefined) return;
    this.#record(type, key, known, { uid: seen.uid, resourceVersion: seen.resourceVersion, deleted: true });
  }

  recordUnknown(type: ResourceType, namespace?: string): void {
    const affected = namespace === undefined ? this.#scopesOf(type) : [namespace];
    for (const scope of affected) {
      const collection = this.#collectionOf(type, scope);
      if (collection) forget(collection);
    }
  }

  async reached(informer: Informer<KubernetesObject>, key: ObjectKey, wait: WaitOptions): Promise<boolean> {
    const collection = this.#collectionOf(informer.type, key.namespace);
    const id = formatKey(key);
    if (!collection || (!collection.unknown && !collection.pending.has(id))) return true; // True for nearly every read.
    if (!(await this.#hasList(informer, collection, wait))) return false;
    const write = collection.pending.get(id);
    return write === undefined || (await this.#hasAll(informer, collection, [write], wait));
  }

  async allReached(
    informer: Informer<KubernetesObject>,
    { namespace, ...wait }: WaitOptions & { readonly namespace?: string | undefined },
  ): Promise<boolean> {
    const scopes = namespace === undefined ? this.#scopesOf(informer.type) : [namespace];
    const outcomes = await Promise.all(
      scopes.map(async (scope) => {
        const collection = this.#collectionOf(informer.type, scope);
        if (!collection) return true;
        if (!(await this.#hasList(informer, collection, wait))) return false;
        const writes = [...collection.pending.values()];
        const inNamespace = writes.filter(({ key }) => namespace === undefined || key.namespace === namespace);
        return await this.#hasAll(informer, collection, inNamespace, wait);
      }),
    );
    return outcomes.every(Boolean);
  }

  #record(type: ResourceType, key: ObjectKey, written: Stored | undefined, wanted: VersionWanted): void {
    const collection = this.#collectionOf(type, key.namespace);
    if (!collection || collection.unknown) return; // A list will be later than this write.
    const informer = this.#options.informerOf(type);
    const id = formatKey(key);
    const earlier = collection.pending.get(id);
    if (earlier && isNewer(earlier.wanted, wanted)) return; // The responses arrived in another order than the writes.
    if (!earlier && !informer?.entry(key) && written && !this.#isSelected(type, collection, written)) return;
    collection.pending.delete(id); // Keeps the map in the order of the writes.
    if (informer?.hasVersion(key, wanted)) return;
    collection.pending.set(id, { key, wanted, isLate: false });
    if (collection.pending.size > collection.pendingMax) compact(collection, informer);
  }

  #isSelected(type: ResourceType, { namespace }: Collection, written: Stored): boolean {
    return isSelected(written, this.#options.selectorsOf?.(type, namespace) ?? {});
  }

  /** Undefined if the cache does not hold this namespace. */
  #collectionOf(type: ResourceType, namespace: string | undefined): Collection | undefined {
    const namespaces = this.#namespacesOf(type);
    let scope: string | undefined;
    if (namespaces) {
      scope = [namespace, allNamespaces].find((name) => name !== undefined && namespaces.includes(name));
      if (scope === undefined) return undefined;
    }
    const name = `${type.plural}.${type.group}`;
    const kind = this.#kinds.get(name) ?? new Map<string | undefined, Collection>();
    const collection = kind.get(scope) ?? newCollection(scope);
    this.#kinds.set(name, kind.set(scope, collection));
    return collection;
  }

  #scopesOf(type: ResourceType): readonly (string | undefined)[] {
    return this.#namespacesOf(type) ?? [undefined];
  }

  #namespacesOf(type: ResourceType): readonly string[] | undefined {
    return type.namespaced ? this.#options.namespacesOf?.(type) : undefined;
  }

  /** Replaces writes with an unknown result by the objects that the cache lacks. False if the server cannot be read, or after another such write. */
  async #hasList(informer: Informer, collection: Collection, wait: WaitOptions): Promise<boolean> {
    const { unknown, namespace, pending } = collection;
    if (!unknown) return true;
    try {
      const listed = await this.#options.listMetadata(informer.type, { namespace, ...wait });
      const lacking = await writesLackingIn(informer, namespace, listed);
      if (collection.unknown === undefined) return true; // Another read was faster.
      if (collection.unknown !== unknown) return false;
      collection.unknown = undefined;
      for (const { key, wanted } of lacking) pending.set(formatKey(key), { key, wanted, isLate: unknown.isLate });
      collection.pendingMax = Math.max(pendingWritesMax, 2 * pending.size);
      return true;
    } catch (error) {
      if (wait.signal?.aborted) throw error;
      return false; // The read goes to the server, whose response contains the error.
    }
  }

  /** Waits until the cache has all of these writes, at most `ownWriteTimeoutMs` together. */
  async #hasAll(
    informer: Informer,
    { pending }: Collection,
    writes: readonly PendingWrite[],
    { signal }: WaitOptions,
  ): Promise<boolean> {
    using deadline = deadlineSignal(this.#options.clock, ownWriteTimeoutMs, signal);
    let isCurrent = true;
    for (const write of writes) {
      const id = formatKey(write.key);
      if (await this.#hasWrite(informer, write, deadline.signal)) {
        if (pending.get(id) === write) pending.delete(id); // A later write may have replaced this one.
        continue;
      }
      signal?.throwIfAborted();
      isCurrent = false;
      if (!write.isLate) this.#options.onLate?.(informer.type, write.key);
      write.isLate = true;
    }
    return isCurrent;
  }

  async #hasWrite(informer: Informer, { key, wanted, isLate }: PendingWrite, deadline: AbortSignal): Promise<boolean> {
    if (informer.hasVersion(key, wanted)) return true;
    if (isLate || deadline.aborted) return false;
    const waiting = informer.waitForVersion(key, wanted, { signal: deadline, timeoutMs: ownWriteTimeoutMs });
    return await abortable(waiting, deadline).catch(() => false);
  }
}

function newCollection(scope: string | undefined): Collection {
  return { namespace: scope || undefined, pending: new Map(), unknown: undefined, pendingMax: pendingWritesMax };
}

/** Drops the writes that the cache has reached. A list replaces the rest if they are more than half of the limit. */
function compact(collection: Collection, informer: Informer | undefined): void {
  for (const [id, { key, wanted }] of collection.pending) {
    if (informer?.hasVersion(key, wanted)) collection.pending.delete(id);
  }
  if (collection.pending.size > collection.pendingMax / 2) forget(collection);
}

/** Lets the next read list the collection instead of waiting for recorded writes. */
function forget(collection: Collection): void {
  const isLate = collection.unknown?.isLate ?? [...collection.pending.values()].some((write) => write.isLate);
  collection.unknown = { isLate };
  collection.pending.clear();
}
