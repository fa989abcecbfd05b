/**
 * The clock of the machine: what `main` passes in.
 *
 * Two promises of `Clock` need care. The platform's timers end at 2^31 - 1 ms (a longer one fires at once) and may fire up
 * to a millisecond early; so a timer that is not due yet when it fires is simply set again for the rest.
 */
import { checkedDuration, sleepByTimer } from "./clock.ts";
import type { Clock, SleepOptions } from "./clock.ts";

/** The longest delay `setTimeout` knows; it takes more for zero. */
const platformDelayMaxMs = 2 ** 31 - 1;

/**
 * The machine's own clock. Its timers keep the process alive, as those of the platform do, and never fire early.
 *
 * `now()` goes on while the machine sleeps or not as the platform decides; code that must notice a suspension compares it
 * with `wallTime()`.
 */
export function createSystemClock(): Clock {
  return { now, wallTime: () => Date.now(), sleep, setTimer, nextTurn };
}

function now(): number {
  return performance.now();
}

function sleep(ms: number, options?: SleepOptions): Promise<void> {
  return sleepByTimer(setTimer, ms, options);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function setTimer(ms: number, callback: () => void): Disposable {
  const dueAt = now() + checkedDuration(ms);
  let handle = arm();

  function arm(): NodeJS.Timeout {
    const delayMs = Math.max(0, Math.ceil(dueAt - now())); // Node.js warns about negative delays.
    return setTimeout(fire, Math.min(delayMs, platformDelayMaxMs));
  }
  function fire(): void {
    if (now() < dueAt) handle = arm();
    else callback();
  }

  return {
    [Symbol.dispose]() {
      clearTimeout(handle);
    },
  };
}
