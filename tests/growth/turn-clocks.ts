/** Clocks that determine when a request pauses, so that the steps of its turns can be counted. */
import type { Clock } from "@kubewright/async";
import { createSystemClock } from "@kubewright/async";

/**
 * A clock on which each step of a request takes longer than a slice, so that the request pauses wherever it can. `onTurn` is called before each pause. Its time
 * begins again in each turn, so that no request reaches its deadline.
 */
export function createPausingClock(onTurn: () => void): Clock {
  const clock = createSystemClock();
  let passedMs = 0;
  return {
    ...clock,
    now: () => clock.now() + (passedMs += stepMs),
    nextTurn() {
      onTurn();
      passedMs = 0;
      return clock.nextTurn();
    },
  };
}

/** Longer than a slice. */
const stepMs = 11;

/** A plant: a clock on which no slice ends, so that no request pauses. */
export function createStoppedClock(): Clock {
  return { ...createSystemClock(), now: () => 0 };
}

/** A clock without the work that a request leaves for later turns: how much of it would run before the response ends differs between runs. */
export function createClockWithoutLaterWork(): Clock {
  const clock = createSystemClock();
  const never: Disposable = { [Symbol.dispose]: () => undefined };
  return { ...clock, setTimer: (ms, callback) => (ms === 0 ? never : clock.setTimer(ms, callback)) };
}
