/** Keys for workers: deduplicated, delayed, rate limited, prioritised. */
export { defaultKeyOf } from "./key.ts";
export { createWorkQueue } from "./create-work-queue.ts";
export type { AddOptions, Lease, ShutDownOptions, TakeOptions, WorkQueue, WorkQueueOptions } from "./work-queue.ts";

export {
  createDefaultRateLimiter,
  createExponentialRateLimiter,
  createFastSlowRateLimiter,
  createMaxOfRateLimiter,
  createMaxWaitRateLimiter,
  createRateLimiterOfDelays,
  createTokenBucketRateLimiter,
} from "./rate-limiter.ts";
export type {
  ExponentialRateLimiterOptions,
  FastSlowRateLimiterOptions,
  RateLimiter,
  TokenBucketRateLimiterOptions,
} from "./rate-limiter.ts";

// Metrics.
export type { WorkQueueGauges, WorkQueueObserver } from "./observer.ts";
