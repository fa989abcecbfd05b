/** Reads from the cache, or from the server if the cache cannot serve the read. */
import { compileLabelSelector, formatLabelSelector } from "@kubewright/apimachinery";
import type { KubernetesObject, LabelSelector, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { assertKey } from "@kubewright/client";
import type { ClientBackend, GetCall, ListCall, ListOptions } from "@kubewright/client";
import { allNamespaces, cachedNamespaces, scopeOf } from "@kubewright/informer";
import type { CacheOptions, Informer, InformerCache } from "@kubewright/informer";
import type { BoundedObjects } from "./bounded-objects.ts";
import { IndexNotCurrentError, ResourceNotCachedError } from "../errors.ts";
import type { OwnWrites } from "./own-writes.ts";

/**
 * The longest time that a read waits for the first list of a kind. After that it goes to the server. It does so at once if the server has refused the
 * list, because the kind is not installed, or the client may not list it.
 */
export const cacheSyncTimeoutMs = 10_000;

export interface CachedReadsOptions {
  /** Reads from the server. */
  readonly next: ClientBackend;
  readonly cache: InformerCache;
  /** The options of the cache. */
  readonly options: CacheOptions;
  /** A read of a kind without an informer throws a `ResourceNotCachedError`. */
  readonly readerFailOnMissingInformer: boolean;
  readonly bounded: BoundedObjects;
  readonly isCachedKind: (type: ResourceType) => boolean;
  readonly ownWrites: OwnWrites;
  /** Called once for a kind whose reads go to the server, because the server has refused its list with `error`. */
  readonly onBypass?: ((type: ResourceType, error: unknown) => void) | undefined;
}

export class CachedReads {
  readonly #options: CachedReadsOptions;
  /** The informers whose lists were refused and reported. */
  readonly #bypassed = new WeakSet<Informer>();

  constructor(options: CachedReadsOptions) {
    this.#options = options;
  }

  async get<T extends KubernetesObject>(call: GetCall<T>): Promise<Stored<T> | undefined> {
    const { next } = this.#options;
    const { type, key, options } = call;
    assertKey(type, key); // Otherwise an object with an incomplete key would seem to be absent, because the cache contains no such key.
    const { metadataOnly = false } = options;
    if (needsServer(options) || !this.#isCached(type, key.namespace)) return await next.get(call);
    if (!metadataOnly && this.#isBounded(type)) return await this.#getBounded(call);
    const informer = await this.#syncedInformer(type, options, key.namespace);
    const isCurrent = informer && (await this.#hasOwnWrites(informer, key, options));
    // The namespaces of the cache may have changed meanwhile.
    if (!isCurrent || !this.#isCached(type, key.namespace)) return await this.#getFromServer(call);
    const found = informer.get(key);
    return found && metadataOnly ? metadataOf(found) : found;
  }

  /** The kept object if the metadata in the cache has its version; otherwise the object on the server, which is then kept. */
  async #getBounded<T extends KubernetesObject>(call: GetCall<T>): Promise<Stored<T> | undefined> {
    const { bounded } = this.#options;
    const { type, key, options } = call;
    const informer = await this.#syncedInformer(type, { ...options, metadataOnly: true }, key.namespace);
    const hasWrites = informer && (await this.#hasOwnWrites(informer, key, options));
    const isCurrent = hasWrites && this.#isCached(type, key.namespace);
    const metadata = isCurrent ? informer.entry(key) : undefined;
    if (isCurrent && !metadata) {
      bounded.delete(type, key);
      return undefined;
    }
    const kept = metadata && bounded.get(type, key, metadata);
    if (kept) return kept;
    const found = await this.#getFromServer(call);
    if (found) bounded.put(type, key, found);
    return found;
  }

  async *list<T extends KubernetesObject>(call: ListCall<T>): AsyncIterable<Stored<T>> {
    const { next } = this.#options;
    const { type, options } = call;
    const { namespace, labelSelector, index, metadataOnly = false } = options;
    if (needsServer(options) || !this.#isCached(type, namespace)) {
      yield* next.list(call); // Throws if there is an index.
      return;
    }
    const informer = await this.#syncedInformer(type, options, namespace);
    const within = namespace === undefined ? {} : { namespace };
    const hasWrites = informer && (await this.#hasOwnWrites(informer, within, options));
    const isCurrent = hasWrites && this.#isCached(type, namespace);
    if (isCurrent) {
      const selector = labelSelector === undefined ? {} : { labelSelector };
      const found = informer.list({ ...within, ...selector, ...(index ? { index } : {}) });
      if (!metadataOnly) yield* found;
      else for await (const object of found) yield metadataOf(object);
    } else if (index) throw new IndexNotCurrentError(type.kind, index.name);
    else yield* this.#listFromServer(call);
  }

  /** Finds the object only if the cache would contain it: the server applies the same selectors. */
  async #getFromServer<T extends KubernetesObject>(call: GetCall<T>): Promise<Stored<T> | undefined> {
    const { next, options } = this.#options;
    const { type, key } = call;
    const { labelSelector, fieldSelector } = scopeOf(options, type, key.namespace);
    if (labelSelector === undefined && fieldSelector === undefined) return await next.get(call);
    const selected: ListOptions = {
      ...call.options,
      ...(key.namespace === undefined ? {} : { namespace: key.namespace }),
      ...(labelSelector === undefined ? {} : { labelSelector }),
      fieldSelector: [`metadata.name=${key.name}`, fieldSelector ?? []].flat().join(","),
    };
    for await (const object of next.list({ type, options: selected })) return object;
    return undefined;
  }

  /** Lists the cached namespaces with their selectors, because the client may not be allowed to list other namespaces. */
  async *#listFromServer<T extends KubernetesObject>({ type, options: read }: ListCall<T>): AsyncIterable<Stored<T>> {
    const { next, options } = this.#options;
    const namespaces = read.namespace === undefined ? cachedNamespaces(options, type) : [read.namespace];
    for (const name of namespaces ?? [allNamespaces]) {
      const namespace = name === allNamespaces ? undefined : name;
      const scope = scopeOf(options, type, namespace);
      const labelSelector = joinSelectors(scope.labelSelector, formatSelector(read.labelSelector));
      const selected: ListOptions = {
        ...read,
        ...(namespace === undefined ? {} : { namespace }),
        ...(labelSelector === undefined ? {} : { labelSelector }),
        ...(scope.fieldSelector === undefined ? {} : { fieldSelector: scope.fieldSelector }),
      };
      yield* next.list({ type, options: selected });
    }
  }

  /** Waits for the own writes of an object, or of all objects of a namespace or kind. Returns whether the cache has them. */
  async #hasOwnWrites(
    informer: Informer<KubernetesObject>,
    at: Partial<ObjectKey>,
    { signal, consistency }: Pick<ListOptions, "signal" | "consistency">,
  ): Promise<boolean> {
    if (consistency === "cached") return true;
    const { ownWrites } = this.#options;
    await ownWrites.inFlight.settled(informer.type, at, { signal });
    const { name, ...within } = at;
    if (name === undefined) return await ownWrites.allReached(informer, { ...within, signal });
    return await ownWrites.reached(informer, { ...within, name }, { signal });
  }

  #isCached(type: ResourceType, namespace: string | undefined): boolean {
    const { options, isCachedKind } = this.#options;
    if (!isCachedKind(type)) return false;
    const namespaces = namespace === undefined ? undefined : cachedNamespaces(options, type);
    return !namespaces || namespaces.includes(namespace ?? allNamespaces) || namespaces.includes(allNamespaces);
  }

  /** A kind is not bounded if a source has started an informer of complete objects. */
  #isBounded(type: ResourceType): boolean {
    const { bounded, cache } = this.#options;
    return bounded.has(type) && !cache.existing(type);
  }

  /** Starts the informer if it does not exist. Returns undefined for a read of complete objects if the cache contains only the metadata of the kind. */
  #informerOf<T extends KubernetesObject>(
    type: ResourceType<T>,
    { metadataOnly = false, index }: Pick<ListOptions, "metadataOnly" | "index">,
  ): Informer<T> | undefined {
    const { cache, readerFailOnMissingInformer } = this.#options;
    const complete = cache.existing(type);
    const ofMetadata = cache.existing(type, { metadataOnly: true });
    const hasOnlyMetadataIndex = index && !complete?.hasIndex(index.name) && ofMetadata?.hasIndex(index.name);
    if (complete && !(metadataOnly && hasOnlyMetadataIndex)) return cache.informer(type);
    if (readerFailOnMissingInformer && !(metadataOnly && ofMetadata)) throw new ResourceNotCachedError(type.kind);
    if (metadataOnly) return cache.informer(type, { metadataOnly });
    return ofMetadata || this.#options.bounded.has(type) ? undefined : cache.informer(type);
  }

  /** Returns undefined if the informer has not synced within `cacheSyncTimeoutMs`, if the server refuses its list, or if `#informerOf` does. */
  async #syncedInformer<T extends KubernetesObject>(
    type: ResourceType<T>,
    read: Pick<ListOptions, "signal" | "metadataOnly" | "index">,
    namespace: string | undefined,
  ): Promise<Informer<T> | undefined> {
    const { cache, onBypass } = this.#options;
    const { signal, metadataOnly } = read;
    const informer = this.#informerOf(type, read);
    if (!informer || informer.hasSynced) return informer;
    // A namespace that was added to the cache, and is still listed, delays reads of no other namespace.
    const partOf = (): Informer<T> | undefined =>
      namespace === undefined ? undefined : cache.existing(type, { namespace, ...(metadataOnly && { metadataOnly }) });
    const part = partOf();
    if (part?.hasSynced === true) return informer;
    const listed = part ?? informer;
    try {
      if (await listed.waitForList({ signal, timeoutMs: cacheSyncTimeoutMs })) return informer;
    } catch (error) {
      const isRemoved = part !== partOf(); // The namespace was removed from the cache.
      if (signal?.aborted || !isRemoved) throw error;
    }
    const { state } = listed;
    if ("error" in state && !this.#bypassed.has(listed)) {
      this.#bypassed.add(listed);
      onBypass?.(type, state.error);
    }
    return undefined;
  }
}

function metadataOf<T extends KubernetesObject>({ apiVersion, kind, metadata }: Stored<T>): Stored<T> {
  return { apiVersion, kind, metadata } as Stored<T>; // The overloads of the client have the type without other fields.
}

function needsServer(read: ListOptions): boolean {
  const { fieldSelector, resourceVersion, resourceVersionMatch, consistency } = read;
  if (consistency === "latest") return true;
  return [fieldSelector, resourceVersion, resourceVersionMatch].some((value) => value !== undefined);
}

/** A selector of the objects that all of these selectors match. */
function joinSelectors(...selectors: readonly (string | undefined)[]): string | undefined {
  return selectors.filter((selector) => selector !== undefined && selector !== "").join(",") || undefined;
}

function formatSelector(selector: string | LabelSelector | undefined): string | undefined {
  return typeof selector === "object" ? formatLabelSelector(compileLabelSelector(selector)) : selector;
}
