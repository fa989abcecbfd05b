/** The options of controllers, with the names of controller-runtime's `controller.Options`. */
import type { Logger } from "@kubewright/telemetry";
import type { RateLimiter, WorkQueue, WorkQueueOptions } from "@kubewright/workqueue";

import type { ReconcileContext } from "../reconcile/reconciler.ts";
import type { Request } from "../reconcile/request.ts";
import type { ReconcileLimitOptions } from "./reconcile-limit.ts";

/** The default of `cacheSyncTimeoutMs`. */
export const defaultCacheSyncTimeoutMs = 120_000;

export interface ControllerOptions<R = Request> {
  /** The largest number of concurrent reconciles. Reconciles of the same request never run concurrently. Default 1. */
  readonly maxConcurrentReconciles?: number;
  /** The signal of a reconcile is aborted after this time, and its request is retried. Default: no limit. */
  readonly reconciliationTimeoutMs?: number;
  /**
   * How long reconciles in flight may continue when the controller stops. Default: until the `deadline` that `start` receives, such as that of
   * the manager's shutdown, which also bounds this time.
   */
  readonly gracePeriodMs?: number;
  /**
   * How long the sources may take to sync before the controller fails with a `CacheSyncTimeoutError`. The controller waits without a limit for a kind
   * that is not installed. Default `defaultCacheSyncTimeoutMs`; `Infinity`: no limit.
   */
  readonly cacheSyncTimeoutMs?: number;
  /**
   * Whether a panic is retried like another error. A panic is an error of the JavaScript engine: access to a property of undefined, an undefined
   * variable, a stack overflow. `false`: the controller ends with a `ReconcilePanicError`, which stops the manager. Default true.
   */
  readonly recoverPanic?: boolean;
  /** Whether the sources start before this process leads, so that a new leader has synced caches. Default true. */
  readonly enableWarmup?: boolean;
  /** Whether another controller of the manager may have the same name. Their metrics are then added. Default false. */
  readonly skipNameValidation?: boolean;
  /** The delays of retries. Default: `createDefaultRateLimiter()`, 5 ms to 1000 s per request. */
  readonly rateLimiter?: RateLimiter;
  /**
   * The largest number of retries of a request after consecutive failures. The failure of the last retry is terminal: the request waits for a change.
   * Conflicts do not count. Default: no limit.
   */
  readonly retriesMax?: number;
  /** How long after its first failure a request is retried. A failure after this time is terminal. Default: no limit. */
  readonly retryTimeoutMs?: number;
  /** The largest number of reconciles of one request in a period. Further reconciles are delayed to the end of the period. Default: no limit. */
  readonly rateLimited?: ReconcileLimitOptions;
  /**
   * How long the requests of sources wait, so that the events of a burst cause one reconcile. The time starts with the first event. Default 0.
   */
  readonly debounceMs?: number;
  /**
   * What to do about hot loops: reconciles of a request that the controller itself causes, by its own writes or by requeues after less than 100 ms. More than
   * 10 of them in 10 s are a hot loop if they write nothing new, and more than 100 otherwise. Changes by other clients are never part of it.
   *
   * - "warn", the default: the log and the metric `kubewright_controller_hot_loops_total` report the loop.
   * - "delay": in addition, the reconciles of a loop that writes nothing new are limited to about 1 per second. Reconciles that write something new, as those
   *   of a state machine, and reconciles after changes by other clients are not delayed.
   * - "ignore": nothing is recorded.
   */
  readonly hotLoops?: "warn" | "delay" | "ignore";
  /**
   * Called after a reconcile that failed, with its error, before the request is reconciled again; not after a conflict. For example, it records the reason
   * in the status. Its own error is logged. Default: nothing.
   */
  readonly onError?: (error: unknown, context: ReconcileContext<R>) => Promise<void> | void;
  /** Whether requests with a higher priority are reconciled first. `false`: requests are reconciled in the order in which they become due. Default true. */
  readonly usePriorityQueue?: boolean;
  /**
   * Creates the log of a reconcile from the log of the controller. Default: adds `object`, the key of the request, to each line. If the function throws,
   * the error is logged and the default is used.
   */
  readonly logConstructor?: (log: Logger, request: R) => Logger;
  /** Creates the queue. Default: `createWorkQueue`. */
  readonly newQueue?: (options: WorkQueueOptions<R>) => WorkQueue<R>;
}

/** The options that do not depend on the type of requests. */
export type UntypedControllerOptions = Omit<ControllerOptions, "logConstructor" | "newQueue" | "onError">;
