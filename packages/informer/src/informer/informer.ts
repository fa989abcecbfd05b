/** A local copy of a collection that is kept up to date, and those who want to know of its changes. */
import type {
  KubernetesObject,
  LabelSelector,
  ObjectKey,
  OwnerReference,
  ResourceType,
  Stored,
} from "@kubewright/apimachinery";
import type { ReflectorState } from "../reflector/state.ts";

/**
 * One version of an object in the cache. It stays readable after the cache has moved on; the few fields selectors, owners and
 * queues need are at hand, the rest is parsed when asked for.
 */
export interface CachedObject<T extends KubernetesObject = KubernetesObject> {
  readonly key: ObjectKey;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Counts changes of the desired state; not every kind has it. */
  readonly generation?: number | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly ownerReferences: readonly OwnerReference[];
  /** Since when it waits for finalizers or its grace period. */
  readonly deletionTimestamp?: string | undefined;
  /** The object, parsed afresh: it belongs to the reader, who may do with it what they like. */
  read(): Stored<T>;
}

/**
 * A change of the cache. The cache has changed when handlers hear of it. A deletion is `final` when its watch event was seen, and then
 * `object` is the last state; it is not final when a relist found the object gone, and then `object` is the last state that
 * was seen. An object re-created under its name (another uid) is a deletion and an addition.
 */
export type InformerEvent<T extends KubernetesObject = KubernetesObject> =
  | {
      readonly kind: "added";
      readonly object: CachedObject<T>;
      /** It was there when the handler was added or the first list came. */ readonly initial: boolean;
    }
  | { readonly kind: "updated"; readonly object: CachedObject<T>; readonly old: CachedObject<T> }
  | { readonly kind: "deleted"; readonly object: CachedObject<T>; readonly final: boolean }
  | { readonly kind: "resync"; readonly object: CachedObject<T> };

export type InformerHandler<T extends KubernetesObject = KubernetesObject> = (event: InformerEvent<T>) => void;

export interface HandlerOptions {
  /** Named in reports when the handler throws. Default "handler". */
  readonly name?: string;
  /** Every object again this often, as "resync". Default: the informer's; 0 is never. */
  readonly resyncPeriodMs?: number;
}

/** A handler's place with an informer. Disposing it ends the events; twice is harmless. */
export interface Registration extends Disposable {
  /** True once the handler has heard of everything that the first list brought. */
  readonly hasSynced: boolean;
  waitForSync(options?: { readonly signal?: AbortSignal }): Promise<void>;
}

/** The values under which an object is found in an index. Called once a version when it comes in; it must not throw. */
export type IndexFunction<T extends KubernetesObject = KubernetesObject> = (
  object: CachedObject<T>,
) => readonly string[];

export interface CacheListOptions {
  readonly namespace?: string;
  readonly labelSelector?: string | LabelSelector;
  /** Only what this index has under this value: one that was added, or `ownerUidIndex`. */
  readonly index?: { readonly name: string; readonly value: string };
}

/** A version that a reader needs the cache to have reached: that of a write of its own. */
export interface VersionWanted {
  readonly resourceVersion: string;
  /** The object's uid: the wait also ends when the cache holds another object under this key, or has seen this one go. */
  readonly uid?: string;
  /** The write was a delete: wait until the object with this uid is gone, or says that it is going. */
  readonly deleted?: boolean;
}

/** What the informer is doing. */
export type InformerState = ReflectorState | { readonly kind: "idle" } | { readonly kind: "stopped" };

/**
 * A shared, read-only copy of a collection. Between `start` and its end it follows the server whatever happens; state and cache stay
 * readable after the end.
 */
export interface Informer<T extends KubernetesObject = KubernetesObject> {
  readonly type: ResourceType<T>;
  readonly state: InformerState;
  /** True once the first list is in the cache. */
  readonly hasSynced: boolean;
  /** The version of the collection that the cache has reached, `undefined` before the first list. */
  readonly resourceVersion: string | undefined;
  /**
   * When the server last answered for this collection, on the informer's clock: a part of a list, an accepted watch, an event, a bookmark, or that the kind is
   * not installed. The start counts as well. `undefined` before the start.
   */
  readonly progressedAtMs: number | undefined;
  /** Objects in the cache. */
  readonly size: number;
  /** Bytes the objects' JSON takes, and bytes held for it. */
  readonly memory: { readonly usedBytes: number; readonly heldBytes: number };

  /** Runs until `signal` is aborted, then resolves; called a second time it throws. No error of the server ends it. */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Resolves once the first list is in the cache and every handler added by now has heard of it. Rejects with the reason of
   * `signal`, or with that of the informer's end.
   */
  waitForSync(options?: { readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Resolves with true once the cache is at least as new, for this key, as `wanted`, with false after `timeoutMs` (default
   * `defaultVersionTimeoutMs`). Versions that are not numbers are waited for by equality.
   */
  waitForVersion(
    key: ObjectKey,
    wanted: VersionWanted,
    options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number },
  ): Promise<boolean>;
  /** Whether the cache is at least as new, for this key, as `wanted`. */
  hasVersion(key: ObjectKey, wanted: VersionWanted): boolean;

  /** Handlers run one after the other, in the order of changes; what one throws is reported and does not reach the others. */
  addHandler(handler: InformerHandler<T>, options?: HandlerOptions): Registration;
  /** Adds an index over what is there and what will come. A name can be given once. */
  addIndex(name: string, index: IndexFunction<T>): void;

  get(key: ObjectKey): Stored<T> | undefined;
  entry(key: ObjectKey): CachedObject<T> | undefined;
  /** What the cache held at the call, in no particular order; lets other work run every few milliseconds. */
  list(options?: CacheListOptions): AsyncIterable<Stored<T>>;
  entries(options?: CacheListOptions): AsyncIterable<CachedObject<T>>;
}
