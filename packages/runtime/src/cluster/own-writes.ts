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
 * namespace is a collection. Writes in other namespaces are not recorded. If a collection has too many pending writes, a checkpoint replaces them: the
 * version of the collection at the API server at the time of the next read.
 */
import { compareResourceVersions, formatKey, isResourceVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";
import { allNamespaces } from "@kubewright/informer";
import type { Informer, VersionWanted } from "@kubewright/informer";

/** The longest time that a read waits for the cache. A watch delivers a write within milliseconds; after this time the read goes to the server. */
export const ownWriteTimeoutMs = 5_000;

/** The largest number of pending writes of one collection. Beyond it, a checkpoint replaces them. */
export const pendingWritesMax = 1_000;

export interface OwnWrites {
  /** Records a write, after which the object has the version `wanted`. */
  record(type: ResourceType, key: ObjectKey, wanted: VersionWanted): void;
  /** Records the deletion of the object with this key. Does nothing if neither the cache nor an earlier write has its uid. */
  recordDelete(type: ResourceType, key: ObjectKey): void;
  /** Records that any number of objects may have been deleted, in one namespace or in all namespaces. */
  recordDeleteAll(type: ResourceType, namespace?: string): void;
  /** Waits for the recorded write of `key`, at most `ownWriteTimeoutMs`. Returns whether the cache has it. */
  reached(informer: Informer<KubernetesObject>, key: ObjectKey, options: WaitOptions): Promise<boolean>;
  /** As `reached`, for all recorded writes of the informer's kind, in one namespace or in all namespaces. */
  allReached(
    informer: Informer<KubernetesObject>,
    options: WaitOptions & { readonly namespace?: string },
  ): Promise<boolean>;
  /** The number of pending writes, for tests of the limit. */
  readonly size: number;
}

export interface OwnWritesOptions {
  /** The cached namespaces of a kind, with `allNamespaces` if the other namespaces are one collection. Undefined or absent: all, as one collection. */
  readonly namespacesOf?: ((type: ResourceType) => readonly string[] | undefined) | undefined;
  /** The informer of a kind, if it has been started. */
  readonly informerOf: (type: ResourceType) => Informer | undefined;
  /** The resourceVersion of a collection at the API server, which covers every write that has completed before the call. */
  readonly currentVersion: (
    type: ResourceType,
    options: WaitOptions & { readonly namespace?: string },
  ) => Promise<string>;
  /** Called once for each write that the cache has not reached in time. The key of a checkpoint has no name. */
  readonly onLate?: ((type: ResourceType, key: ObjectKey) => void) | undefined;
}

interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
}

interface PendingWrite {
  readonly key: ObjectKey;
  readonly wanted: VersionWanted;
  /** Set once a read has timed out on this write. Later reads do not wait: they go to the server until the cache has the write. */
  isLate: boolean;
}

/** Covers all earlier writes. The version is unknown until the first read requests it. */
interface Checkpoint {
  version: string | undefined;
  isLate: boolean;
}

/** The objects of one watch: the objects of a kind in all namespaces, or in one namespace. */
interface Collection {
  /** Absent: all namespaces, or all namespaces that are not listed. */
  readonly namespace: string | undefined;
  /** In the order of the writes. */
  readonly pending: Map<string, PendingWrite>;
  checkpoint: Checkpoint | undefined;
}

/** Creates an empty record of writes. */
export function createOwnWrites(options: OwnWritesOptions): OwnWrites {
  return new RecordedWrites(options);
}

class RecordedWrites implements OwnWrites {
  readonly #options: OwnWritesOptions;
  /** By resource, then by namespace. Undefined is the collection of all namespaces; `allNamespaces` is that of the namespaces that are not listed. */
  readonly #kinds = new Map<string, Map<string | undefined, Collection>>();

  constructor(options: OwnWritesOptions) {
    this.#options = options;
  }

  get size(): number {
    const collections = [...this.#kinds.values()].flatMap((kind) => [...kind.values()]);
    return collections.reduce((sum, { pending }) => sum + pending.size, 0);
  }

  record(type: ResourceType, key: ObjectKey, wanted: VersionWanted): void {
    const collection = this.#collectionOf(type, key.namespace);
    if (!collection) return;
    const informer = this.#options.informerOf(type);
    const id = formatKey(key);
    const earlier = collection.pending.get(id);
    if (earlier && isNewer(earlier.wanted, wanted)) return; // The responses arrived in another order than the writes.
    collection.pending.delete(id); // Keeps the map in the order of the writes.
    if (informer?.hasVersion(key, wanted)) return;
    collection.pending.set(id, { key, wanted, isLate: false });
    if (collection.pending.size > pendingWritesMax) compact(collection, informer);
  }

  recordDelete(type: ResourceType, key: ObjectKey): void {
    const written = this.#collectionOf(type, key.namespace)?.pending.get(formatKey(key))?.wanted;
    const known = written?.uid === undefined ? this.#options.informerOf(type)?.entry(key) : written;
    if (known?.uid === undefined) return;
    this.record(type, key, { uid: known.uid, resourceVersion: known.resourceVersion, deleted: true });
  }

  recordDeleteAll(type: ResourceType, namespace?: string): void {
    const affected = namespace === undefined ? this.#scopesOf(type) : [namespace];
    for (const scope of affected) {
      const collection = this.#collectionOf(type, scope);
      if (collection) setCheckpoint(collection);
    }
  }

  async reached(informer: Informer<KubernetesObject>, key: ObjectKey, wait: WaitOptions): Promise<boolean> {
    const collection = this.#collectionOf(informer.type, key.namespace);
    const write = collection?.pending.get(formatKey(key));
    if (!collection || (!write && !collection.checkpoint)) return true; // True for nearly every read.
    return await this.#hasAll(informer, collection, write ? [write] : [], wait);
  }

  async allReached(
    informer: Informer<KubernetesObject>,
    { namespace, ...wait }: WaitOptions & { readonly namespace?: string },
  ): Promise<boolean> {
    const scopes = namespace === undefined ? this.#scopesOf(informer.type) : [namespace];
    const outcomes = await Promise.all(
      scopes.map(async (scope) => {
        const collection = this.#collectionOf(informer.type, scope);
        const writes = [...(collection?.pending.values() ?? [])];
        const inNamespace = writes.filter(({ key }) => namespace === undefined || key.namespace === namespace);
        return collection === undefined || (await this.#hasAll(informer, collection, inNamespace, wait));
      }),
    );
    return outcomes.every(Boolean);
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
    const collection = kind.get(scope) ?? { namespace: scope || undefined, pending: new Map(), checkpoint: undefined };
    this.#kinds.set(name, kind.set(scope, collection));
    return collection;
  }

  #scopesOf(type: ResourceType): readonly (string | undefined)[] {
    return this.#namespacesOf(type) ?? [undefined];
  }

  #namespacesOf(type: ResourceType): readonly string[] | undefined {
    return type.namespaced ? this.#options.namespacesOf?.(type) : undefined;
  }

  async #hasAll(
    informer: Informer,
    collection: Collection,
    pending: readonly PendingWrite[],
    wait: WaitOptions,
  ): Promise<boolean> {
    const outcomes = await Promise.all([
      this.#hasCheckpoint(informer, collection, wait),
      ...pending.map(async (each) => this.#hasWrite(informer, collection, each, wait)),
    ]);
    return outcomes.every(Boolean);
  }

  async #hasWrite(
    informer: Informer,
    { pending }: Collection,
    write: PendingWrite,
    wait: WaitOptions,
  ): Promise<boolean> {
    const isReached = await this.#hasVersion(informer, write.key, write.wanted, write, wait);
    const id = formatKey(write.key);
    if (isReached && pending.get(id) === write) pending.delete(id); // A later write may have replaced this one.
    return isReached;
  }

  async #hasCheckpoint(informer: Informer, collection: Collection, wait: WaitOptions): Promise<boolean> {
    const { checkpoint, namespace } = collection;
    if (!checkpoint) return true;
    const within = namespace === undefined ? {} : { namespace };
    try {
      checkpoint.version ??= await this.#options.currentVersion(informer.type, { ...within, ...wait });
    } catch (error) {
      if (wait.signal?.aborted) throw error;
      return false; // The read goes to the server, whose response contains the error.
    }
    // No object has an empty name, so only the version of the collection is compared.
    const key = { ...within, name: "" };
    const isReached = await this.#hasVersion(informer, key, { resourceVersion: checkpoint.version }, checkpoint, wait);
    if (isReached && collection.checkpoint === checkpoint) collection.checkpoint = undefined;
    return isReached;
  }

  async #hasVersion(
    informer: Informer,
    key: ObjectKey,
    wanted: VersionWanted,
    lateness: { isLate: boolean },
    wait: WaitOptions,
  ): Promise<boolean> {
    if (informer.hasVersion(key, wanted)) return true;
    if (lateness.isLate) return false;
    if (await informer.waitForVersion(key, wanted, { ...wait, timeoutMs: ownWriteTimeoutMs })) return true;
    if (!lateness.isLate) this.#options.onLate?.(informer.type, key);
    lateness.isLate = true;
    return false;
  }
}

/** Drops the writes that the cache has reached. A checkpoint replaces the rest if they are more than half of the limit. */
function compact(collection: Collection, informer: Informer | undefined): void {
  for (const [id, { key, wanted }] of collection.pending) {
    if (informer?.hasVersion(key, wanted)) collection.pending.delete(id);
  }
  if (collection.pending.size > pendingWritesMax / 2) setCheckpoint(collection);
}

/** The version is not set, because a deletion has no version and an older version does not cover later writes. The next read requests it. */
function setCheckpoint(collection: Collection): void {
  const isLate = collection.checkpoint?.isLate ?? [...collection.pending.values()].some(({ isLate }) => isLate);
  collection.checkpoint = { version: undefined, isLate };
  collection.pending.clear();
}

/** Whether `a` is a later write than `b`. A deletion is recorded with the version before it, and is later than any write of that object. */
function isNewer(a: VersionWanted, b: VersionWanted): boolean {
  if (b.deleted || !isResourceVersion(a.resourceVersion) || !isResourceVersion(b.resourceVersion)) return false;
  return compareResourceVersions(a.resourceVersion, b.resourceVersion) > 0;
}
