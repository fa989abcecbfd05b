// A bound on requests that holds whatever the policy above decides: a bucket of tokens, one for each list or watch that is
// begun. The backoff alone should keep well below it; the bucket makes a storm impossible rather than unlikely.

import type { Clock } from "@kubewright/async";

/** With a full bucket, this many requests may follow each other at once: the first seconds of an outage. */
export const burst = 10;

/** From then on one in this time, two a minute: what an outage of hours costs a server that is coming back. */
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
