import type { Clock } from "@kubewright/async";
import type { WorkQueueObserver } from "./observer.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** Keys for workers. */
export interface WorkQueue<K> extends Disposable {
  readonly name: string;
  /** How many keys are due and not handed out: what `workqueue_depth` shows. Keys whose delay still runs do not count. */
  readonly size: number;
  add(key: K, options?: AddOptions): void;
  take(options?: TakeOptions): Promise<Lease<K> | undefined>;
  forget(key: K): void;
  failuresOf(key: K): number;
  shutDown(options?: ShutDownOptions): void;
}

/** How a key is added. */
export interface AddOptions {
  readonly afterMs?: number;
  readonly priority?: number;
  readonly rateLimited?: boolean;
}

export interface TakeOptions {
  readonly signal?: AbortSignal;
}

export interface ShutDownOptions {
  readonly mode?: "drain" | "abort";
}

export interface Lease<K> extends Disposable {
  readonly key: K;
  readonly priority: number;
}

export interface WorkQueueOptions<K> {
  readonly clock?: Clock;
  readonly name?: string;
  readonly rateLimiter?: RateLimiter;
  readonly observer?: WorkQueueObserver;
  readonly keyOf?: (key: K) => string;
}

export function createWorkQueue<K = string>(_options: WorkQueueOptions<K> = {}): WorkQueue<K> {
  throw new Error("Cannot create a work queue: under construction");
}
