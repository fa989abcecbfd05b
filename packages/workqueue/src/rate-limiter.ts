// Rate limiters: how long a failed key waits before its next attempt. The queue calls its limiter for each key that is added
// `rateLimited`. The default limiter is a backoff per key, as in controller-runtime with its priority queue. A bucket for all keys would delay
// the recovery from an outage: 10,000 failed keys need 1,000 s at 10 keys per second.
import { assertNumbers } from "@kubewright/async";
import type { Clock, NumberRule } from "@kubewright/async";

/** Delays failed keys. Keys are passed as ids, see `WorkQueueOptions.keyOf`. */
export interface RateLimiter {
  /** Counts a failure of `key` and returns its delay in milliseconds. */
  delayMs(key: string): number;
  /** Resets the failure count of `key` and releases its memory. */
  forget(key: string): void;
  /** The number of failures of `key` since it was last forgotten. */
  failuresOf(key: string): number;
}

/** Options of `createExponentialRateLimiter`. */
export interface ExponentialRateLimiterOptions {
  /** The delay after the first failure. Default 5 ms. */
  readonly initialMs?: number;
  /** The longest delay. Default 1000 s. */
  readonly maxMs?: number;
  /** The factor from one delay to the next; 1: every delay is `initialMs`. Default 2. */
  readonly multiplier?: number;
}

/** Exponential backoff per key: `initialMs` × `multiplier`^failures, at most `maxMs`. Keeps the count of a key until `forget`. */
export function createExponentialRateLimiter(options: ExponentialRateLimiterOptions = {}): RateLimiter {
  const { initialMs = 5, maxMs = 1_000_000, multiplier = 2 } = options;
  assertAtLeast("initialMs", initialMs, 0);
  assertAtLeast("maxMs", maxMs, 0);
  assertAtLeast("multiplier", multiplier, 1);
  return createRateLimiterOfDelays((failures) => Math.min(maxMs, initialMs * multiplier ** failures));
}

/** Failures whose delay is twice the one before: the last of them is followed by 10.24 s. */
const doublings = 11;

/**
 * The default of queues and controllers. The delay of a key doubles from 5 ms to 10.24 s, then grows by a quarter with each failure, to at
 * most 1000 s. With doubled delays, a key waits as long again as it has failed. Here it waits for at most 20 s after an outage of a minute,
 * and for about a quarter of a longer outage.
 */
export function createDefaultRateLimiter(): RateLimiter {
  return createRateLimiterOfDelays((failures) => {
    const slower = Math.max(0, failures - doublings);
    return Math.min(1_000_000, 5 * 2 ** (failures - slower) * 1.25 ** slower);
  });
}

/** Options of `createFastSlowRateLimiter`. */
export interface FastSlowRateLimiterOptions {
  /** The delay after each of the first failures. */
  readonly fastMs: number;
  /** The delay after later failures. */
  readonly slowMs: number;
  /** The number of failures with the delay `fastMs`. */
  readonly fastAttemptsMax: number;
}

/** Retries a key quickly a few times, then slowly: client-go's ItemFastSlowRateLimiter. */
export function createFastSlowRateLimiter(options: FastSlowRateLimiterOptions): RateLimiter {
  const { fastMs, slowMs, fastAttemptsMax } = options;
  assertAtLeast("fastMs", fastMs, 0);
  assertAtLeast("slowMs", slowMs, 0);
  assertAtLeast("fastAttemptsMax", fastAttemptsMax, 0);
  return createRateLimiterOfDelays((failures) => (failures < fastAttemptsMax ? fastMs : slowMs));
}

/** Counts the failures of each key. `delayOf` returns the delay after a failure, given the number of failures before it. */
export function createRateLimiterOfDelays(delayOf: (failures: number) => number): RateLimiter {
  const failures = new Map<string, number>();
  return {
    delayMs(key) {
      const before = failures.get(key) ?? 0;
      failures.set(key, before + 1);
      return delayOf(before);
    },
    forget: (key) => void failures.delete(key),
    failuresOf: (key) => failures.get(key) ?? 0,
  };
}

/** Options of `createTokenBucketRateLimiter`. */
export interface TokenBucketRateLimiterOptions {
  readonly clock: Clock;
  /** The sustained rate in keys per second. Default 10. */
  readonly qps?: number;
  /** The size of the bucket: the number of keys without a delay after a pause. Default 100. */
  readonly burst?: number;
}

/**
 * One token bucket for all keys: the first `burst` keys are not delayed, later ones are spaced out to `qps`. Each call
 * reserves a token, also a future one, so later calls return longer delays. `failuresOf` is always 0.
 */
export function createTokenBucketRateLimiter(options: TokenBucketRateLimiterOptions): RateLimiter {
  const { clock, qps = 10, burst = 100 } = options;
  if (!(qps > 0)) {
    throw new RangeError(`Cannot create rate limiter: qps is ${qps}, must be a number greater than 0`);
  }
  assertAtLeast("burst", burst, 0);
  let tokens = burst; // Negative: the number of reserved future tokens.
  let filledAt = clock.now();
  return {
    delayMs() {
      const now = clock.now();
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * qps) - 1;
      filledAt = now;
      return tokens >= 0 ? 0 : (-tokens / qps) * 1000;
    },
    forget: () => {},
    failuresOf: () => 0,
  };
}

/** Combines `limiters`: the longest delay and the highest failure count. Each limiter counts every failure. */
export function createMaxOfRateLimiter(...limiters: readonly RateLimiter[]): RateLimiter {
  return {
    delayMs: (key) => Math.max(0, ...limiters.map((limiter) => limiter.delayMs(key))),
    forget: (key) => limiters.forEach((limiter) => limiter.forget(key)),
    failuresOf(key) {
      let failures = 0;
      for (const limiter of limiters) failures = Math.max(failures, limiter.failuresOf(key));
      return failures;
    },
  };
}

/** Limits the delays of `limiter` to `maxMs`: client-go's WithMaxWaitRateLimiter. */
export function createMaxWaitRateLimiter(limiter: RateLimiter, maxMs: number): RateLimiter {
  assertAtLeast("maxMs", maxMs, 0);
  return {
    delayMs: (key) => Math.min(maxMs, limiter.delayMs(key)),
    forget: (key) => limiter.forget(key),
    failuresOf: (key) => limiter.failuresOf(key),
  };
}

function assertAtLeast(name: string, value: number, min: number): void {
  const rule: NumberRule = { text: `a number from ${min}`, holds: (number) => number >= min };
  assertNumbers("Cannot create rate limiter", { [name]: value }, rule);
}
