/** Clocks that determine when a request pauses, so that the steps of its turns can be counted. */
import type { Clock } from "@kubewright/async";
import { createSystemClock } from "@kubewright/async";

/**
 * A clock on which a few steps of a request take longer than a slice, so that the request pauses often. `onTurn` is called before each pause. Its time
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

/** A slice ends at the fifth step. Turns of one step would take longer to count than all of them to run. */
const stepMs = 2.5;

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
