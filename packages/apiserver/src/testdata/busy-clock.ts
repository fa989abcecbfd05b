// A virtual clock for tests of long work, which advances when the work reads it.
import type { Clock } from "@kubewright/async";
import { createVirtualClock } from "@kubewright/async";

export interface BusyClock extends Clock {
  /** Each call of `now()` advances the clock by this. Default 0. */
  readingMs: number;
  /** The number of times that the work has paused for other tasks. */
  turns: number;
  /** Aborts the request of a client in this pause. Default: none. */
  disconnectAt: { readonly turn: number; readonly client: AbortController } | undefined;
}

export function createBusyClock(): BusyClock {
  const virtual = createVirtualClock();
  let passedMs = 0;
  const clock: BusyClock = {
    ...virtual,
    readingMs: 0,
    turns: 0,
    disconnectAt: undefined,
    now: () => virtual.now() + (passedMs += clock.readingMs),
    nextTurn: () => {
      clock.turns += 1;
      if (clock.turns === clock.disconnectAt?.turn) clock.disconnectAt.client.abort(new Error("the client disconnects"));
      return virtual.nextTurn();
    },
  };
  return clock;
}
