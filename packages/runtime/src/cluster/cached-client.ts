/** The client of reconcilers: it reads from the cache, writes to the server, and reads its own writes. */
import { createSystemClock, deadlineSignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { groupVersionKindOf, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Client, ListOptions, ReadOptions } from "@kubewright/client";
import type { Informer, InformerCache } from "@kubewright/informer";
import { createOwnWrites } from "./own-writes.ts";

export interface CachedClientOptions {
  /** Reads and writes at the server. */
  readonly direct: Client;
  readonly cache: InformerCache;
  /** The namespaces that `cache` holds objects of; objects in others are read from the server. Absent: it holds all. */
  readonly namespaces?: readonly string[];
  /** Kinds that are read at the server each time, because caching all their objects costs more than it saves: often Secrets. */
  readonly uncached?: readonly ResourceType[];
  /** Default: the machine's. */
  readonly clock?: Clock;
  /**
   * Called when the cache has not reached a write of this client within `ownWriteTimeoutMs`. Until it does, reads go to the server. The key has
   * no name if it stands for many writes.
   */
  readonly onLate?: (type: ResourceType, key: ObjectKey) => void;
}

/**
 * How long a read waits for the first list of a kind. After that it goes to the server, whose answer also says why there is no list: the
 * kind is not installed, or the client may not list it.
 */
export const cacheSyncTimeoutMs = 10_000;

/**
 * Puts a cache before the reads of `direct`.
 *
 * `get` and `list` start an informer for the kind if it has no informer yet and wait until it has synced, at most `cacheSyncTimeoutMs`. They go to
 * the server if the cache cannot answer: for a version, a field selector, metadata alone, a namespace outside the cache, or a kind
 * that is `uncached`. A `list` without a namespace is one of all that the cache holds.
 *
 * A read after a write through this client sees that write: if the cache does not reach it within `ownWriteTimeoutMs`, the read goes to the
 * server. A dry run is no write. Writes of `subresource()` are not followed, and writes of other clients are seen when the watch brings them.
 */
export function createCachedClient(options: CachedClientOptions): Client {
  const { direct, cache, namespaces, uncached = [], clock = createSystemClock(), onLate } = options;
  const ownWrites = createOwnWrites({
    informerOf: (type): Informer | undefined => cache.existing(type),
    currentVersion: (type, read) => currentVersion(direct, type, read),
    ...(namespaces ? { namespaces } : {}),
    ...(onLate ? { onLate } : {}),
  });

  return {
    ...direct,
    get,
    list,
    create: (object, write) => noted(object, direct.create(object, write), write),
    update: (object, write) => noted(object, direct.update(object, write), write),
    updateStatus: (object, write) => noted(object, direct.updateStatus(object, write), write),
    patch: (object, patch, write) => noted(object, direct.patch(object, patch, write), write),
    apply: (object, write) => noted(object, direct.apply(object, write), write),
    patchStatus: (object, status, write) => noted(object, direct.patchStatus(object, status, write), write),
    async patchKey(type, key, patch, write) {
      const answer = await direct.patchKey(type, key, patch, write);
      if (!write?.dryRun) note(type, key, answer);
      return answer;
    },
    async delete(object, write) {
      await direct.delete(object, write);
      const type = direct.mapper.known(groupVersionKindOf(object));
      const { uid, resourceVersion } = object.metadata;
      if (type && isCachedKind(type) && !write?.dryRun)
        ownWrites.note(type, keyOf(object), { uid, resourceVersion, deleted: true });
    },
    async deleteKey(type, key, write) {
      await direct.deleteKey(type, key, write);
      if (isCachedKind(type) && !write?.dryRun) ownWrites.noteDeleted(type, key);
    },
    async deleteAll(type, write) {
      await direct.deleteAll(type, write);
      if (isCachedKind(type) && !write?.dryRun) ownWrites.noteAll(type, write?.namespace);
    },
  };

  async function get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    read: ReadOptions = {},
  ): Promise<Stored<T> | undefined> {
    const { signal } = read;
    if (needsServer(read) || !isCached(type, key.namespace)) return await direct.get(type, key, read);
    const informer = await syncedInformer(type, signal);
    const isCurrent = informer && (await ownWrites.reached(informer, key, { signal }));
    return isCurrent ? informer.get(key) : await direct.get(type, key, read);
  }

  async function* list<T extends KubernetesObject>(
    type: ResourceType<T>,
    read: ListOptions = {},
  ): AsyncIterable<Stored<T>> {
    const { signal, namespace, labelSelector } = read;
    if (needsServer(read) || !isCached(type, namespace)) {
      yield* direct.list(type, read);
      return;
    }
    const informer = await syncedInformer(type, signal);
    const within = namespace === undefined ? {} : { namespace };
    const isCurrent = informer && (await ownWrites.allReached(informer, { ...within, signal }));
    if (isCurrent) yield* informer.list({ ...within, ...(labelSelector === undefined ? {} : { labelSelector }) });
    else yield* listAtServer(type, read);
  }

  /** The server instead of the cache gives no more than the cache would: we may not be allowed to see more. */
  async function* listAtServer<T extends KubernetesObject>(
    type: ResourceType<T>,
    read: ListOptions,
  ): AsyncIterable<Stored<T>> {
    const held = type.namespaced && read.namespace === undefined ? namespaces : undefined;
    if (!held) yield* direct.list(type, read);
    else for (const namespace of new Set(held)) yield* direct.list(type, { ...read, namespace });
  }

  function isCached(type: ResourceType, namespace: string | undefined): boolean {
    const isElsewhere = type.namespaced && namespace !== undefined && namespaces?.includes(namespace) === false;
    return isCachedKind(type) && !isElsewhere;
  }

  function isCachedKind(type: ResourceType): boolean {
    return !uncached.some(({ group, plural }) => group === type.group && plural === type.plural);
  }

  /** Undefined when it has not synced in time. */
  async function syncedInformer<T extends KubernetesObject>(
    type: ResourceType<T>,
    signal: AbortSignal | undefined,
  ): Promise<Informer<T> | undefined> {
    const informer = cache.informer(type);
    if (informer.hasSynced) return informer;
    using deadline = deadlineSignal(clock, cacheSyncTimeoutMs, signal);
    try {
      await informer.waitForSync({ signal: deadline.signal });
      return informer;
    } catch (error) {
      if (signal?.aborted || !deadline.signal.aborted) throw error;
      return undefined;
    }
  }

  async function noted<T extends KubernetesObject>(
    sent: KubernetesObject,
    write: Promise<Stored<T>>,
    { dryRun }: { readonly dryRun?: boolean } = {},
  ): Promise<Stored<T>> {
    const answer = await write;
    const type = direct.mapper.known(groupVersionKindOf(sent)); // The answer to a subresource may be of another kind.
    const isWrite = !dryRun && answer !== sent; // A status in which nothing differed was not sent.
    if (type && isWrite) note(type, keyOf(answer), answer);
    return answer;
  }

  function note(type: ResourceType, key: ObjectKey, { metadata }: Stored<KubernetesObject>): void {
    const { uid, resourceVersion } = metadata;
    if (isCachedKind(type)) ownWrites.note(type, key, { uid, resourceVersion });
  }
}

/** The version of a collection at the API server, from the smallest list that there is. */
async function currentVersion(
  { raw }: Client,
  type: ResourceType,
  read: { readonly namespace?: string; readonly signal?: AbortSignal | undefined },
): Promise<string> {
  for await (const chunk of raw.listStream(type, { ...read, limit: 1, metadataOnly: true })) {
    if (chunk.kind === "end") return chunk.resourceVersion;
  }
  throw new TypeError(`Cannot read the version of ${type.plural}: the list has no end`);
}

function needsServer(read: ListOptions): boolean {
  const { fieldSelector, resourceVersion, resourceVersionMatch, metadataOnly, consistency } = read;
  const wanted = [fieldSelector, resourceVersion, resourceVersionMatch, consistency];
  return metadataOnly === true || wanted.some((value) => value !== undefined);
}
