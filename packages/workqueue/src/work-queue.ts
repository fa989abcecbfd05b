// The contract of a work queue, for event handlers that add keys and for workers that process them.
import type { Clock } from "@kubewright/async";
import type { WorkQueueObserver } from "./observer.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/**
 * A queue of keys for workers. At most one worker holds a key at a time. After each `add` of a key, a later `take` returns it,
 * so the worker reads the state at the time of the `add` or a newer state.
 *
 * ```ts
 * for (;;) {
 *   using lease = await queue.take({ signal });
 *   if (!lease) return; // The queue is shut down and empty.
 *   await reconcile(lease.key, { signal });
 * }
 * ```
 */
export interface WorkQueue<K> extends Disposable {
  /** The queue name in metrics. */
  readonly name: string;

  /** The number of keys that are due and not leased. Delayed keys do not count. */
  readonly size: number;

  /**
   * Adds `key`. If the key is waiting already, it stays one entry, with the earlier due time and the higher priority of the two. If
   * the key is leased, it is handed out again after its lease has ended.
   *
   * Does nothing once the queue is shut down.
   *
   * @throws RangeError if the delay or the priority is NaN.
   */
  add(key: K, options?: AddOptions): void;

  /**
   * Waits for a due key and leases it. The highest priority goes first; within one priority, the key that has been due longest.
   * Keys added in the same turn are ordered before the first of them is handed out. Workers are served in the order of their calls.
   *
   * Resolves to `undefined` once the queue is shut down and empty. Rejects with `signal.reason` if the signal aborts before a key
   * is available.
   */
  take(options?: TakeOptions): Promise<Lease<K> | undefined>;

  /** Resets the failure count of `key`, after it was processed successfully. Does not remove a waiting key. */
  forget(key: K): void;

  /** The number of `rateLimited` adds of `key` since it was last forgotten. */
  failuresOf(key: K): number;

  /**
   * Closes the queue to new keys. Open leases remain open. A second call can only change `drain` to `abort`.
   */
  shutDown(options?: ShutDownOptions): void;

  /** The same as `shutDown({ mode: "abort" })`. */
  [Symbol.dispose](): void;
}

/** The delay and priority of an added key. */
export interface AddOptions {
  /** The delay until the key is due, in milliseconds. Default 0. */
  readonly afterMs?: number;
  /** Higher goes first; an integer by convention. Default 0. Keys of a low priority wait for as long as keys of a higher one are due. */
  readonly priority?: number;
  /** Counts a failure of the key, and delays it by the rate limiter, or by `afterMs` if that is longer. */
  readonly rateLimited?: boolean;
}

/** Options of `take`. */
export interface TakeOptions {
  /** Ends the wait. Does not end a lease. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `shutDown`. */
export interface ShutDownOptions {
  /**
   * `drain`, the default, still hands out the keys that are due, including keys that were added again during a lease. It drops
   * delayed keys: they may be due in hours, and the next process lists them anyway. `abort` drops all keys.
   */
  readonly mode?: "drain" | "abort";
}

/** A key that a worker holds. Disposing the lease releases the key; disposing it twice is harmless. */
export interface Lease<K> extends Disposable {
  readonly key: K;
  /** The priority of the key while it waited; use it to add the key again with the same priority. */
  readonly priority: number;
}

/** Options of `createWorkQueue`. */
export interface WorkQueueOptions<K> {
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** The queue name in metrics. Default `""`. */
  readonly name?: string;
  /** Default: `createDefaultRateLimiter()`. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** Default: no observer. */
  readonly observer?: WorkQueueObserver | undefined;
  /** Identifies a key: two keys with the same id are one entry. Default: strings are ids; other keys are compared by their properties. */
  readonly keyOf?: (key: K) => string;
}
