/**
 * The system clock, for production.
 *
 * The timers of the platform are limited to 2^31 - 1 ms (longer ones fire immediately) and may fire up
 * to a millisecond early. So a timer that fires before it is due is set again for the rest.
 */
import { checkedDuration, sleepByTimer } from "./clock.ts";
import type { Clock, SleepOptions } from "./clock.ts";

/** The maximum delay of `setTimeout`, which treats longer delays as zero. */
const platformDelayMaxMs = 2 ** 31 - 1;

/**
 * Creates the system clock. Its timers keep the process alive, like those of the platform, and never fire early.
 *
 * The platform determines whether `now()` advances while the machine is suspended. To detect a suspension, compare it
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
