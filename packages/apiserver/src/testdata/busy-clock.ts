// A clock for tests of long work: virtual time, in which the work itself takes time.
import type { Clock } from "@kubewright/async";
import { createVirtualClock } from "@kubewright/async";

export interface BusyClock extends Clock {
  /** Each reading of the clock moves it by this much. Default 0. */
  readingMs: number;
  /** How often the work has let others run. */
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
