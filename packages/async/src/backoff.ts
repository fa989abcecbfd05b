/**
 * How long to wait before trying again: exponential, capped, with jitter.
 *
 * A `Backoff` is data and the delay a function of it and the number of failures. Who counts failures, and when that count
 * goes back to zero, is the caller's decision and differs: a watch forgets its failures after a healthy while, a key of a
 * work queue once it was reconciled.
 */
import type { Random } from "./random.ts";

/** The shape of an exponential wait. */
export interface Backoff {
  /** The wait after the first failure, in milliseconds; at least 0. */
  readonly initialMs: number;
  /** No wait is longer than this, jitter included. */
  readonly maxMs: number;
  /** By how much each further failure stretches the wait. At least 1; 2 by default. */
  readonly factor?: number;
  /**
   * Which part of the wait is left to chance, from 0 (none) to 1 (all of it); 0.5 by default. Clients that lost their server
   * in the same moment are spread out by it. It only ever shortens a wait, so `maxMs` holds, and there is jitter at the cap too.
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

  const fullMs = Math.min(maxMs, initialMs * factor ** (failures - 1)); // An overflow is Infinity, which the cap takes in.
  return fullMs * (1 - jitter * random.next());
}
