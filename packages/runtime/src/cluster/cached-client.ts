/** The client reconcilers get: it reads from the cache and writes to the server, and what it wrote it also reads. */
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
  /** The namespaces that `cache` holds objects of; what is in others is read at the server. Absent: it holds all. */
  readonly namespaces?: readonly string[];
  /** Kinds that are read at the server each time, because caching all their objects costs more than it saves: often Secrets. */
  readonly uncached?: readonly ResourceType[];
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** The cache has not reached a write of ours within `ownWriteTimeoutMs`; until it does the server is asked. */
  readonly onLate?: (type: ResourceType, key: ObjectKey) => void;
}

/**
 * How long a read waits for the first list of a kind. After that the server is asked, who also says why there is none: the kind
 * is not installed, or we may not list it.
 */
export const cacheSyncTimeoutMs = 10_000;

/**
 * Puts a cache before the reads of `direct`.
 *
 * `get` and `list` start an informer for the kind when there is none and wait until it has synced, at most `cacheSyncTimeoutMs`. They go to
 * the server when they ask for what a cache does not have: a version, a field selector, metadata alone, another namespace, or a kind
 * that is `uncached`. A `list` without a namespace is one of all that the cache holds.
 *
 * A read after a write through this client sees that write: if the cache does not get there within `ownWriteTimeoutMs`, the server is
 * asked. A dry run is no write. `deleteAll` and subresources are not followed, and what others write is seen when the watch brings it.
 */
export function createCachedClient(options: CachedClientOptions): Client {
  const { direct, cache, uncached = [], clock = createSystemClock(), onLate } = options;
  const informerOf = (type: ResourceType): Informer | undefined => cache.existing(type);
  const ownWrites = createOwnWrites({ informerOf, ...(onLate ? { onLate } : {}) });

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
      if (type && isCached(type) && !write?.dryRun)
        ownWrites.note(type, keyOf(object), { uid, resourceVersion, deleted: true });
    },
    async deleteKey(type, key, write) {
      await direct.deleteKey(type, key, write);
      if (isCached(type, key.namespace) && !write?.dryRun) ownWrites.noteDeleted(type, key);
    },
  };

  async function get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    read: ReadOptions = {},
  ): Promise<Stored<T> | undefined> {
    const { signal, resourceVersion, metadataOnly } = read;
    if (resourceVersion !== undefined || metadataOnly || !isCached(type, key.namespace))
      return await direct.get(type, key, read);
    const informer = await syncedInformer(type, signal);
    const isCurrent = informer && (await ownWrites.reached(informer, key, signal ? { signal } : {}));
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
    const isCurrent = informer && (await ownWrites.allReached(informer, { ...within, ...(signal ? { signal } : {}) }));
    if (isCurrent) yield* informer.list({ ...within, ...(labelSelector === undefined ? {} : { labelSelector }) });
    else yield* listAtServer(type, read);
  }

  /** The server instead of the cache gives no more than the cache would: we may not be allowed to see more. */
  async function* listAtServer<T extends KubernetesObject>(
    type: ResourceType<T>,
    read: ListOptions,
  ): AsyncIterable<Stored<T>> {
    const held = type.namespaced && read.namespace === undefined ? options.namespaces : undefined;
    if (!held) yield* direct.list(type, read);
    else for (const namespace of new Set(held)) yield* direct.list(type, { ...read, namespace });
  }

  function isCached(type: ResourceType, namespace?: string): boolean {
    if (uncached.some(({ group, plural }) => group === type.group && plural === type.plural)) return false;
    const isElsewhere = namespace !== undefined && options.namespaces?.includes(namespace) === false;
    return !(type.namespaced && isElsewhere);
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
    if (isCached(type, key.namespace)) ownWrites.note(type, key, { uid, resourceVersion });
  }
}

function needsServer({ fieldSelector, resourceVersion, resourceVersionMatch, metadataOnly }: ListOptions): boolean {
  return (
    fieldSelector !== undefined ||
    resourceVersion !== undefined ||
    resourceVersionMatch !== undefined ||
    metadataOnly === true
  );
}
