// The contract of an informer: a local copy of a collection that follows the server, and handlers that receive its changes.
import type { KubernetesObject, LabelSelector, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { InformerState } from "../reflector/state.ts";
import type { CachedObject, IndexFunction, InformerEvent } from "../store/cached-object.ts";

export type InformerHandler<T extends KubernetesObject = KubernetesObject> = (event: InformerEvent<T>) => void;

export interface HandlerOptions {
  /** Names the handler in error reports. Default "handler". */
  readonly name?: string;
  /** Delivers every object again with this period, as "resync". 0 disables it. Default: the period of the informer. */
  readonly resyncPeriodMs?: number;
}

/** The registration of a handler. Disposing it ends the delivery of events; disposing it twice is harmless. */
export interface Registration extends Disposable {
  /** True once the handler has received the objects of the first list. */
  readonly hasSynced: boolean;
  waitForSync(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

export interface CacheListOptions {
  readonly namespace?: string;
  readonly labelSelector?: string | LabelSelector;
  /** Restricts the list to the objects with this value of an index: a built-in index or an added one. */
  readonly index?: { readonly name: string; readonly value: string };
}

/** A version that the cache must have reached, for example the version of the caller's own write. */
export interface VersionWanted {
  readonly resourceVersion: string;
  /** The uid of the object. Versions of another object under this key are not compared. */
  readonly uid?: string;
  /** The write was a delete: wait until the object with this uid is absent or has a deletionTimestamp. */
  readonly deleted?: boolean;
}

/**
 * A shared, read-only copy of a collection. A started informer follows the server until its signal aborts, through every outage. Its
 * state and cache remain readable afterwards.
 */
export interface Informer<T extends KubernetesObject = KubernetesObject> {
  readonly type: ResourceType<T>;
  readonly state: InformerState;
  /** True once the first list is in the cache. */
  readonly hasSynced: boolean;
  /** The version of the collection in the cache; `undefined` before the first list. */
  readonly resourceVersion: string | undefined;
  /**
   * The time of the last response for this collection, on the informer's clock: a chunk of a list, an accepted watch, an event, a
   * bookmark, or 404 for a kind that is not installed. Initially the time of the start; `undefined` before the start.
   */
  readonly progressedAtMs: number | undefined;
  /** The number of objects in the cache. */
  readonly size: number;
  /** The size of the stored objects (compressed, if the cache compresses them), and of the memory allocated for them, in bytes. */
  readonly memory: { readonly usedBytes: number; readonly heldBytes: number };

  /**
   * Follows the server until `signal` aborts, then resolves. Errors of the server are retried.
   *
   * @throws TypeError if the informer was started before.
   */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Resolves once the first list is in the cache and each handler that is registered now has received it. Rejects with the reason
   * of `signal`, or of the signal that ended the informer.
   */
  waitForSync(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /**
   * Resolves with true once the first list is in the cache, and with false after `timeoutMs`. Also resolves with false once the server refuses the list:
   * the kind is not installed, or the client may not list it. The informer continues to request the list.
   */
  waitForList(options: { readonly signal?: AbortSignal | undefined; readonly timeoutMs: number }): Promise<boolean>;
  /**
   * Resolves with true once the cache is at least as new, for this key, as `wanted`, and with false after `timeoutMs` (default
   * `defaultVersionTimeoutMs`). Versions that are not numbers are compared for equality.
   */
  waitForVersion(
    key: ObjectKey,
    wanted: VersionWanted,
    options?: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number },
  ): Promise<boolean>;
  /** Whether the cache is at least as new, for this key, as `wanted`. */
  hasVersion(key: ObjectKey, wanted: VersionWanted): boolean;

  /** Adds a handler. Handlers are called one after the other, in the order of changes; an error of one is reported and skipped. */
  addHandler(handler: InformerHandler<T>, options?: HandlerOptions): Registration;
  /**
   * Adds an index over present and future objects.
   *
   * @throws TypeError if the name is in use.
   */
  addIndex(name: string, index: IndexFunction<T>): void;

  /** Whether the informer has this index. */
  hasIndex(name: string): boolean;

  get(key: ObjectKey): Stored<T> | undefined;
  entry(key: ObjectKey): CachedObject<T> | undefined;
  /** Iterates over the objects that the cache holds at the call, in no particular order. Lets other tasks run every few milliseconds. */
  list(options?: CacheListOptions): AsyncIterable<Stored<T>>;
  /** The keys of the objects with this value of an index, at once. Throws a TypeError if the informer has no such index. */
  keysByIndex(name: string, value: string): readonly ObjectKey[];
  entries(options?: CacheListOptions): AsyncIterable<CachedObject<T>>;
}
