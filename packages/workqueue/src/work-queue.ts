/** What a work queue promises, to those who add keys and to those who work on them. */
import type { Clock } from "@kubewright/async";
import type { WorkQueueObserver } from "./observer.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/**
 * Keys for workers. A key is handed out to one worker at a time, and every `add` of it is followed by a hand-out that begins
 * after it: whoever adds a key knows that somebody will look at the state he saw, or a later one.
 *
 * ```ts
 * for (;;) {
 *   using lease = await queue.take({ signal });
 *   if (!lease) return; // Shut down, and every key that waited has been worked on.
 *   await reconcile(lease.key, { signal });
 * }
 * ```
 */
export interface WorkQueue<K> extends Disposable {
  /** What metrics call this queue. */
  readonly name: string;

  /** How many keys are due and not handed out. Keys whose delay still runs do not count. */
  readonly size: number;

  /**
   * Asks for `key` to be worked on. A key that waits already stays one: it becomes due at the earlier of both moments and keeps
   * the higher of both priorities. A key that is leased comes once more after its lease has ended.
   *
   * Once the queue is shut down this does nothing. Throws a `RangeError` when the delay or the priority is no number.
   */
  add(key: K, options?: AddOptions): void;

  /**
   * Waits for a key that is due and leases it: the highest priority first and, within one, the key that has been due longest.
   * Keys that are added in one go are ordered before the first of them is handed out. Waiting workers are served in turn.
   *
   * Resolves to `undefined` once the queue is shut down and no key is left. Rejects with `signal.reason` when the signal aborts
   * before a key is there.
   */
  take(options?: TakeOptions): Promise<Lease<K> | undefined>;

  /** `key` was worked on as it should: its failures no longer count. Whether it is waiting is another matter, it stays. */
  forget(key: K): void;

  /** How often `key` was added `rateLimited` since it was last forgotten. */
  failuresOf(key: K): number;

  /**
   * Takes no more keys from now on. Open leases are not touched. Calling it again can only turn `drain` into `abort`.
   */
  shutDown(options?: ShutDownOptions): void;

  /** The same as `shutDown({ mode: "abort" })`: nobody is going to take what still waits. */
  [Symbol.dispose](): void;
}

/** When and how urgently an added key is to be worked on. */
export interface AddOptions {
  /** Not before so many milliseconds have passed; 0, which is at once, by default. */
  readonly afterMs?: number;
  /** Higher goes first; an integer by convention, 0 by default. Keys of a low one wait for as long as higher ones keep coming. */
  readonly priority?: number;
  /** The key has failed: it waits for as long as the rate limiter says, or `afterMs` if that is longer. */
  readonly rateLimited?: boolean;
}

/** What `take` takes. */
export interface TakeOptions {
  /** Ends the waiting. A key that has been handed out stays handed out. */
  readonly signal?: AbortSignal;
}

/** How a queue ends. */
export interface ShutDownOptions {
  /**
   * `drain`, the default: keys that are due are still handed out, those added again during a lease included; delayed keys are
   * dropped, because their time may be hours away and the next process finds them anew. `abort`: all are dropped.
   */
  readonly mode?: "drain" | "abort";
}

/** A key that is being worked on. Its end is the end of the scope, so that it cannot be forgotten; ending it twice is harmless. */
export interface Lease<K> extends Disposable {
  readonly key: K;
  /** The priority it had waited with, for adding it again with the same. */
  readonly priority: number;
}

/** What a queue is made with. */
export interface WorkQueueOptions<K> {
  /** The machine's clock by default. */
  readonly clock?: Clock;
  /** What metrics call this queue; `""` by default. */
  readonly name?: string;
  /** `createDefaultControllerRateLimiter` by default. */
  readonly rateLimiter?: RateLimiter;
  /** Nobody by default. */
  readonly observer?: WorkQueueObserver;
  /** Two keys are the same if this gives the same text for both; by default, if they have the same properties. */
  readonly keyOf?: (key: K) => string;
}
