/** The client of reconcilers: it reads from the cache, writes to the server, and reads its own writes. */
import { createSystemClock } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { defaultPageSize, listPages, storedObject } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { cachedNamespaces, scopeOf } from "@kubewright/informer";
import type { CacheOptions, Informer, InformerCache } from "@kubewright/informer";
import { BoundedObjects } from "./bounded-objects.ts";
import type { BoundedKind } from "./bounded-objects.ts";
import { CachedReads } from "./cached-reads.ts";
import { createOwnWrites } from "./own-writes.ts";
import type { ListedMetadata } from "./listed-metadata.ts";
import { recordWrites } from "./recorded-writes.ts";

export interface CachedClientOptions {
  /** Reads and writes at the server. */
  readonly direct: Client;
  readonly cache: InformerCache;
  /** The options of `cache`. Objects in namespaces outside the cache are read from the server. Default: the cache contains all namespaces. */
  readonly cacheOptions?: CacheOptions | undefined;
  /** Kinds that are always read from the server, because caching all their objects costs more than it saves, such as Secrets. Default: none. */
  readonly disableFor?: readonly ResourceType[] | undefined;
  /** Kinds whose complete objects are kept up to a total size. Default: none. */
  readonly boundedFor?: readonly BoundedKind[] | undefined;
  /** Whether a read of a kind without an informer throws a `ResourceNotCachedError` instead of starting the informer. Default false. */
  readonly readerFailOnMissingInformer?: boolean | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /**
   * Called when the cache has not reached a write of this client within `ownWriteTimeoutMs`. Until it does, reads go to the server.
   */
  readonly onLate?: ((type: ResourceType, key: ObjectKey) => void) | undefined;
  /** Called once for a kind whose reads go to the server, because the server has refused its list with `error`. */
  readonly onBypass?: ((type: ResourceType, error: unknown) => void) | undefined;
}

/**
 * Creates a client that reads from `cache` and does everything else with `direct`.
 *
 * `get` and `list` start an informer for the kind if it has no informer yet, and wait until it has synced, at most `cacheSyncTimeoutMs`. They go to the
 * server if the server refuses the list: the kind is not installed, or the client may only get its objects. Reads
 * with a version or a field selector go to the server. So do reads of a namespace outside the cache, of a kind in `disableFor`, and of complete objects if
 * the cache contains only the metadata of the kind. Reads of metadata use the informer of complete objects if there is one,
 * otherwise an informer of metadata. A `list` without a namespace returns the objects of all cached namespaces.
 *
 * A read after a write through this client returns the result of that write: if the cache does not reach it within `ownWriteTimeoutMs`, the read goes
 * to the server. A read also waits for writes whose response has not arrived, at most `inFlightTimeoutMs`. A read with `consistency: "cached"` waits for
 * neither. Dry runs and writes of `subresource()` are not recorded. Writes of other clients are visible once the watch delivers them.
 */
export function createCachedClient(options: CachedClientOptions): Client {
  const { direct, cache, disableFor = [], clock = createSystemClock(), onLate, onBypass } = options;
  const { cacheOptions = {}, readerFailOnMissingInformer = false } = options;
  const bounded = new BoundedObjects(options.boundedFor);
  const isCachedKind = ({ group, plural }: ResourceType): boolean =>
    !disableFor.some((type) => type.group === group && type.plural === plural);
  const ownWrites = createOwnWrites({
    informerOf: (type): Informer | undefined => cache.existing(type) ?? cache.existing(type, { metadataOnly: true }),
    listMetadata: (type, { namespace, signal }) => {
      const { labelSelector, fieldSelector } = scopeOf(cacheOptions, type, namespace);
      return listMetadata(direct, type, { namespace, labelSelector, fieldSelector, signal });
    },
    namespacesOf: (type) => cachedNamespaces(cacheOptions, type),
    selectorsOf: (type, namespace) => scopeOf(cacheOptions, type, namespace),
    clock,
    onLate,
  });
  return direct.intercept((next) => {
    const reads = new CachedReads({
      next,
      cache,
      options: cacheOptions,
      readerFailOnMissingInformer,
      bounded,
      isCachedKind,
      ownWrites,
      onBypass,
    });
    return {
      get: (call) => (call.options.subresource === undefined ? reads.get(call) : next.get(call)),
      list: (call) => reads.list(call),
      ...recordWrites(next, ownWrites, isCachedKind),
    };
  });
}

interface Selection {
  readonly namespace: string | undefined;
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The metadata of a collection at the API server, by a quorum read. */
async function listMetadata({ raw }: Client, type: ResourceType, selection: Selection): Promise<ListedMetadata> {
  const { namespace, labelSelector, fieldSelector, signal } = selection;
  const objects: Stored[] = [];
  let resourceVersion = "";
  const request = {
    ...(namespace === undefined ? {} : { namespace }),
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(signal ? { signal } : {}),
    limit: defaultPageSize,
    metadataOnly: true,
  };
  for await (const chunk of listPages(raw, type, request)) {
    if (chunk.kind === "end") ({ resourceVersion } = chunk);
    else for (const { bytes } of chunk.items) objects.push(storedObject(type, bytes));
  }
  return { resourceVersion, objects };
}
