/**
 * Exponential backoff with a maximum and jitter.
 *
 * A `Backoff` is data. The delay is a function of it and of the number of failures, which the caller counts and resets: a
 * watch resets it after some time without failures, and a work queue after a key was reconciled.
 */
import type { Random } from "./random.ts";

/** The parameters of an exponential backoff. */
export interface Backoff {
  /** The wait after the first failure, in milliseconds; at least 0. */
  readonly initialMs: number;
  /** The maximum wait, including jitter. */
  readonly maxMs: number;
  /** The factor by which each further failure increases the wait. At least 1. Default: 2. */
  readonly factor?: number;
  /**
   * The random share of the wait, from 0 (none) to 1 (the whole wait). Default: 0.5. It spreads the retries of clients that lost their
   * server at the same time. Jitter only shortens a wait, so `maxMs` holds, and the maximum has jitter, too.
   */
  readonly jitter?: number;
}

/**
 * The wait before the next attempt, in milliseconds, when `failures` attempts in a row have failed (1 for the first). It lies
 * between `(1 - jitter)` and 1 times `min(maxMs, initialMs * factor ** (failures - 1))`; for no failure it is 0.
 *
 * ```ts
 * await clock.sleep(backoffMs({ initialMs: 800, maxMs: 30_000 }, failures, random), { signal });
 * ```
 */
export function backoffMs(backoff: Backoff, failures: number, random: Random): number {
  const { initialMs, maxMs, factor = 2, jitter = 0.5 } = backoff;
  if (failures <= 0 || initialMs <= 0) return 0;

  const fullMs = Math.min(maxMs, initialMs * factor ** (failures - 1)); // An overflow is Infinity, which `maxMs` limits.
  return fullMs * (1 - jitter * random.next());
}
