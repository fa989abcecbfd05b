// A virtual clock for tests of long work, which advances when the work reads it.
import type { Clock } from "@kubewright/async";
import { createVirtualClock } from "@kubewright/async";

export interface BusyClock extends Clock {
  /** Each call of `now()` advances the clock by this. Default 0. */
  readingMs: number;
  /** The number of times that the work has paused for other tasks. */
  turns: number;
}

export function createBusyClock(): BusyClock {
  const virtual = createVirtualClock();
  let passedMs = 0;
  const clock: BusyClock = {
    ...virtual,
    readingMs: 0,
    turns: 0,
    now: () => virtual.now() + (passedMs += clock.readingMs),
    nextTurn: () => {
      clock.turns += 1;
      return virtual.nextTurn();
    },
  };
  return clock;
}
