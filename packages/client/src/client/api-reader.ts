/** The reading calls of a client that has no cache. */
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { ClientDefaults } from "./client-defaults.ts";
import type { ClientWatchOptions, ListOptions, MetadataOnly, ReadOptions, WatchEvent } from "./call-options.ts";

/** The options of a read at the API server, which always returns the latest state unless `resourceVersion` is set. */
export interface LiveReadOptions extends ReadOptions {
  /** Not accepted: a read at the server always returns the latest state. */
  readonly consistency?: never;
}

export interface LiveListOptions extends ListOptions {
  readonly consistency?: never;
  /** Not accepted: only a cache has indexes. */
  readonly index?: never;
}

/** The defaults of reads. */
export type ReaderDefaults = Pick<ClientDefaults, "namespace" | "signal">;

/**
 * Reads at the API server, as the `Reader` that controller-runtime's `GetAPIReader` returns. It cannot write: reads of a cache wait only for writes
 * that the client of the cache has sent. A `Client` without a cache is an `ApiReader`.
 */
export interface ApiReader {
  /** See `Client.get`. */
  get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    options: LiveReadOptions & MetadataOnly,
  ): Promise<Stored<KubernetesObject> | undefined>;
  get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    options?: LiveReadOptions,
  ): Promise<Stored<T> | undefined>;
  /** See `Client.list`. */
  list<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: LiveListOptions & MetadataOnly,
  ): AsyncIterable<Stored<KubernetesObject>>;
  list<T extends KubernetesObject>(type: ResourceType<T>, options?: LiveListOptions): AsyncIterable<Stored<T>>;
  /** See `Client.watch`. */
  watch<T extends KubernetesObject>(type: ResourceType<T>, options?: ClientWatchOptions): AsyncIterable<WatchEvent<T>>;
  /** A reader with other defaults, over this one. See `Client.withOptions`. */
  withOptions(options: ReaderDefaults): ApiReader;
}
