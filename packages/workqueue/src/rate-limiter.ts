// Rate limiters: how long a failed key waits before its next attempt. The queue calls its limiter for each key that is added
// `rateLimited`. The default limiter is the stricter of two: an exponential backoff per key, and a token bucket for all keys, which
// limits the requests that failing keys send to an overloaded API server.
import type { Clock } from "@kubewright/async";

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
  /** The delay after the first failure; each further failure doubles it. Default 5 ms. */
  readonly initialMs?: number;
  /** The longest delay. Default 1000 s. */
  readonly maxMs?: number;
}

/** Exponential backoff per key: `initialMs` × 2^failures, at most `maxMs`. Keeps the count of a key until `forget`. */
export function createExponentialRateLimiter(options: ExponentialRateLimiterOptions = {}): RateLimiter {
  const { initialMs = 5, maxMs = 1_000_000 } = options;
  const failures = new Map<string, number>();
  return {
    delayMs(key) {
      const before = failures.get(key) ?? 0;
      failures.set(key, before + 1);
      return Math.min(maxMs, initialMs * 2 ** before);
    },
    forget: (key) => void failures.delete(key),
    failuresOf: (key) => failures.get(key) ?? 0,
  };
}

/** Options of `createTokenBucketRateLimiter`. */
export interface TokenBucketRateLimiterOptions {
  readonly clock: Clock;
  /** The sustained rate in keys per second. Default 10. */
  readonly perSecond?: number;
  /** The size of the bucket: the number of keys without a delay after a pause. Default 100. */
  readonly burst?: number;
}

/**
 * One token bucket for all keys: the first `burst` keys are not delayed, later ones are spaced out to `perSecond`. Each call
 * reserves a token, also a future one, so later calls return longer delays. `failuresOf` is always 0.
 */
export function createTokenBucketRateLimiter(options: TokenBucketRateLimiterOptions): RateLimiter {
  const { clock, perSecond = 10, burst = 100 } = options;
  let tokens = burst; // Negative: the number of reserved future tokens.
  let filledAt = clock.now();
  return {
    delayMs() {
      const now = clock.now();
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond) - 1;
      filledAt = now;
      return tokens >= 0 ? 0 : (-tokens / perSecond) * 1000;
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
    failuresOf: (key) => Math.max(0, ...limiters.map((limiter) => limiter.failuresOf(key))),
  };
}

/** The default of controllers: the limits of client-go's DefaultControllerRateLimiter. */
export function createDefaultControllerRateLimiter(clock: Clock): RateLimiter {
  return createMaxOfRateLimiter(createExponentialRateLimiter(), createTokenBucketRateLimiter({ clock }));
}
