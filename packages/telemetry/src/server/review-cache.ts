/** A cache of access reviews: concurrent lookups of one key share a request, and failures are not cached. */
import type { Clock } from "@kubewright/async";

/** The largest number of cached reviews. A metrics server has a few callers; beyond the limit the oldest review is repeated. */
const reviewsMax = 1_000;

interface CachedReview<T> {
  readonly result: Promise<T>;
  expiresAtMs: number;
}

/** Returns the cached result of `key`, or that of `review`. */
export type ReviewCache<T> = (key: string, review: () => Promise<T>) => Promise<T>;

/** Caches each result for `ttlMs(result)` of the clock. */
export function createReviewCache<T>(clock: Clock, ttlMs: (result: T) => number): ReviewCache<T> {
  const reviews = new Map<string, CachedReview<T>>();

  return async (key, review) => {
    const found = reviews.get(key);
    if (found && clock.now() < found.expiresAtMs) return await found.result;
    reviews.delete(key);
    const oldest = reviews.keys().next();
    if (reviews.size >= reviewsMax && !oldest.done) reviews.delete(oldest.value);
    const added: CachedReview<T> = { result: review(), expiresAtMs: Infinity };
    reviews.set(key, added);
    try {
      const result = await added.result;
      added.expiresAtMs = clock.now() + ttlMs(result);
      return result;
    } catch (error) {
      if (reviews.get(key) === added) reviews.delete(key);
      throw error;
    }
  };
}
