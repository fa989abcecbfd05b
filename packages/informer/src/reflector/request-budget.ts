// A bound on requests, independent of the policy of the state machine: a token bucket, one token for each list or watch. The backoff
// normally stays well below it; the bucket makes a request storm impossible.

import type { Clock } from "@kubewright/async";

/** The requests that a full bucket allows without a wait: those of the first seconds of an outage. */
export const burst = 10;

/** The interval of later requests (two per minute), which limits the load on a server that recovers from a long outage. */
export const refillMs = 30_000;

export interface RequestBudget {
  /**
   * Takes a token and returns the milliseconds to wait for it, 0 if there is one. At most the next token is owed, so the wait is never
   * longer than `refillMs`.
   */
  take(): number;
}

/** A bucket that starts full. */
export function createRequestBudget(clock: Clock): RequestBudget {
  let tokens = burst;
  let at = clock.now();
  return {
    take() {
      const now = clock.now();
      tokens = Math.max(-1, Math.min(burst, tokens + (now - at) / refillMs) - 1);
      at = now;
      return tokens >= 0 ? 0 : Math.ceil(-tokens * refillMs);
    },
  };
}
