/** Reads from the cache, with the server as the fallback for what the cache cannot answer. */
import { deadlineSignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Client, ListOptions, ReadOptions } from "@kubewright/client";
import type { Informer, InformerCache } from "@kubewright/informer";
import type { OwnWrites } from "./own-writes.ts";

/**
 * The longest time that a read waits for the first list of a kind. After that it goes to the server, whose response also reports why there is
 * no list: the kind is not installed, or the client may not list it.
 */
export const cacheSyncTimeoutMs = 10_000;

export interface CachedReadsOptions {
  readonly direct: Client;
  readonly cache: InformerCache;
  /** The cached namespaces. Absent: all. */
  readonly namespaces: readonly string[] | undefined;
  readonly isCachedKind: (type: ResourceType) => boolean;
  readonly clock: Clock;
  readonly ownWrites: OwnWrites;
}

export class CachedReads {
  readonly #options: CachedReadsOptions;

  constructor(options: CachedReadsOptions) {
    this.#options = options;
  }

  async get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    read: ReadOptions = {},
  ): Promise<Stored<T> | undefined> {
    const { direct, ownWrites } = this.#options;
    const { signal } = read;
    if (needsServer(read) || !this.#isCached(type, key.namespace)) return await direct.get(type, key, read);
    const informer = await this.#syncedInformer(type, signal);
    const isCurrent = informer && (await ownWrites.reached(informer, key, { signal }));
    return isCurrent ? informer.get(key) : await direct.get(type, key, read);
  }

  async *list<T extends KubernetesObject>(type: ResourceType<T>, read: ListOptions = {}): AsyncIterable<Stored<T>> {
    const { direct, ownWrites } = this.#options;
    const { signal, namespace, labelSelector } = read;
    if (needsServer(read) || !this.#isCached(type, namespace)) {
      yield* direct.list(type, read);
      return;
    }
    const informer = await this.#syncedInformer(type, signal);
    const within = namespace === undefined ? {} : { namespace };
    const isCurrent = informer && (await ownWrites.allReached(informer, { ...within, signal }));
    if (isCurrent) yield* informer.list({ ...within, ...(labelSelector === undefined ? {} : { labelSelector }) });
    else yield* this.#listFromServer(type, read);
  }

  /** Lists the cached namespaces only: the client may not be allowed to list others. */
  async *#listFromServer<T extends KubernetesObject>(
    type: ResourceType<T>,
    read: ListOptions,
  ): AsyncIterable<Stored<T>> {
    const { direct, namespaces } = this.#options;
    const cached = type.namespaced && read.namespace === undefined ? namespaces : undefined;
    if (!cached) yield* direct.list(type, read);
    else for (const namespace of new Set(cached)) yield* direct.list(type, { ...read, namespace });
  }

  #isCached(type: ResourceType, namespace: string | undefined): boolean {
    const { namespaces, isCachedKind } = this.#options;
    const isOutside = type.namespaced && namespace !== undefined && namespaces?.includes(namespace) === false;
    return isCachedKind(type) && !isOutside;
  }

  /** Undefined if the informer has not synced within `cacheSyncTimeoutMs`. */
  async #syncedInformer<T extends KubernetesObject>(
    type: ResourceType<T>,
    signal: AbortSignal | undefined,
  ): Promise<Informer<T> | undefined> {
    const { cache, clock } = this.#options;
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
}

function needsServer(read: ListOptions): boolean {
  const { fieldSelector, resourceVersion, resourceVersionMatch, metadataOnly, consistency } = read;
  const wanted = [fieldSelector, resourceVersion, resourceVersionMatch, consistency];
  return metadataOnly === true || wanted.some((value) => value !== undefined);
}
