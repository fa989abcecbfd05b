/**
 * How long a key waits before it is worked on again.
 *
 * A queue asks its limiter when a key is added `rateLimited`, which is how a failure comes back. The default holds two limits and
 * takes the stricter: a key that keeps failing waits exponentially longer, and all failing keys together are slowed down to
 * a steady rate, so that an API server in trouble is not met by every key at once.
 */
import type { Clock } from "@kubewright/async";

/** Decides how long a key waits. Keys are given as the text that the queue's `keyOf` makes of them. */
export interface RateLimiter {
  /** Counts one more failure of `key`, and says how many milliseconds it has to wait for its next turn. */
  delayMs(key: string): number;
  /** `key` is done with, well or for good: its failures no longer count, and nothing is remembered of it. */
  forget(key: string): void;
  /** How many failures of `key` have been counted since it was last forgotten. */
  failuresOf(key: string): number;
}

/** The bounds of the exponential wait of each key. */
export interface ExponentialRateLimiterOptions {
  /** The wait after the first failure; 5 ms by default. Each further one doubles it. */
  readonly initialMs?: number;
  /** No wait is longer; 1000 s by default. */
  readonly maxMs?: number;
}

/** Each key by itself: `initialMs` times 2 for each failure before, up to `maxMs`. It remembers a key until that is forgotten. */
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

/** The bounds of the rate of all keys together. */
export interface TokenBucketRateLimiterOptions {
  readonly clock: Clock;
  /** How many keys a second get through in the long run; 10 by default. */
  readonly perSecond?: number;
  /** How many get through at once after a quiet time; 100 by default. */
  readonly burst?: number;
}

/**
 * All keys together: the first `burst` do not wait, later ones are spaced out to `perSecond`. Each call takes a token, if need be
 * one of the future, so that whoever comes later waits longer. It knows no single key, hence counts no failures.
 */
export function createTokenBucketRateLimiter(options: TokenBucketRateLimiterOptions): RateLimiter {
  const { clock, perSecond = 10, burst = 100 } = options;
  let tokens = burst; // Below zero: so many of the future are already taken.
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

/** The strictest of `limiters`: the longest wait, the highest count. Each of them counts every failure. */
export function createMaxOfRateLimiter(...limiters: readonly RateLimiter[]): RateLimiter {
  return {
    delayMs: (key) => Math.max(0, ...limiters.map((limiter) => limiter.delayMs(key))),
    forget: (key) => limiters.forEach((limiter) => limiter.forget(key)),
    failuresOf: (key) => Math.max(0, ...limiters.map((limiter) => limiter.failuresOf(key))),
  };
}

/** What controllers use unless told otherwise, with the figures of client-go's default controller rate limiter. */
export function createDefaultControllerRateLimiter(clock: Clock): RateLimiter {
  return createMaxOfRateLimiter(createExponentialRateLimiter(), createTokenBucketRateLimiter({ clock }));
}
