/** Keys for workers: deduplicated, delayed, rate limited, prioritised. */
export { createWorkQueue } from "./work-queue.ts";
export type { AddOptions, Lease, ShutDownOptions, TakeOptions, WorkQueue, WorkQueueOptions } from "./work-queue.ts";
export type { RateLimiter } from "./rate-limiter.ts";
export type { WorkQueueGauges, WorkQueueObserver } from "./observer.ts";
