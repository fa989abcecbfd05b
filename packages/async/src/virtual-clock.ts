/**
 * A clock whose time passes only when a test says so.
 *
 * Between two timers everything that can go on without time passing goes on first, so that a test sees what production would
 * show if computing took no time. Whether something still can is not guessed by counting: Node runs `process.nextTick`
 * callbacks that were queued by a microtask exactly when no microtask is left. That is still the same turn of the event
 * loop (no socket, timer or file gets in between), so a run depends on nothing but its code and its seed.
 *
 * Work that needs a real turn (a socket, a file, `setImmediate`) is not waited for: the in-process path has none.
 */
import { checkedDuration, sleepByTimer } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { createHeap } from "./heap.ts";

/** A `Clock` for tests, together with the hand that moves it. */
export interface VirtualClock extends Clock {
  /** How many timers wait to fire. Timers of `Infinity` wait for nothing and do not count. */
  readonly pendingTimers: number;

  /** When the next timer fires, on the scale of `now()`; `undefined` when none waits. */
  readonly nextTimerAt: number | undefined;

  /** Resolves when all promise chains have come to rest without time passing. No timer fires, not even one of 0 ms. */
  settle(): Promise<void>;

  /**
   * Lets `ms` milliseconds pass, then resolves; `advance(0)` fires what is due now. Timers fire in the order of their time and,
   * for the same time, of their setting; before each of them and at the end, promise chains come to rest (see `settle`).
   * Timers that are set meanwhile fire too, if they fall into the span. `now()` is a timer's own time while it fires.
   *
   * Rejects with what a timer's callback throws; time then stands at that timer and the rest is still pending.
   * Rejects with an `Error` when another move of this clock has not ended, or when time cannot pass: 100,000 timers
   * fired while it stood, which only a loop that never waits brings about.
   */
  advance(ms: number): Promise<void>;

  /**
   * Moves from timer to timer until no timer is left. Rejects with an `Error` if timers are left after `limitMs` of virtual time (24 hours by
   * default), as with a timer that rearms itself (a resync, a lease).
   */
  runUntilIdle(options?: RunOptions): Promise<void>;

  /**
   * Moves from timer to timer until `condition` holds. The condition is tested whenever all promise chains have settled, first before any time
   * passes. Rejects with an `Error` if it does not hold after `limitMs` (24 hours by default), or if no timer is left.
   */
  runUntil(condition: () => boolean, options?: RunOptions): Promise<void>;

  /**
   * Moves from timer to timer until `promise` settles, and passes its outcome on. Rejects as `runUntil` does when it stays
   * pending.
   *
   * ```ts
   * const pod = await clock.runUntilSettled(waitForRunning(pod));
   * ```
   */
  runUntilSettled<T>(promise: PromiseLike<T>, options?: RunOptions): Promise<T>;

  /** Sets the wall clock, as an administrator might. `now()` and all timers stay as they are. */
  setWallTime(ms: number): void;
}

/** The bound of the `runUntil` family. */
export interface RunOptions {
  /** How much virtual time may pass, in milliseconds. */
  readonly limitMs?: number;
}

/** What `createVirtualClock` takes. */
export interface VirtualClockOptions {
  /** The wall time at the start, in milliseconds since the Unix epoch; 2026-01-01T00:00:00Z by default. `now()` starts at 0. */
  readonly startTime?: number;
}

const defaultStartTime = Date.UTC(2026, 0, 1);
const defaultLimitMs = 24 * 60 * 60 * 1000;

/**
 * How many timers may fire while time stands, within one move of the clock. A timer of 0 ms that rearms itself for ever would
 * hang the test run with nothing to show for it; at this bound it fails and says where time stood.
 */
const firingsPerInstantMax = 100_000;

/** The same for `nextTurn`: how often it may be awaited before promise chains come to rest. */
const turnsWithoutRestMax = 1_000_000;

interface Timer {
  readonly at: number;
  readonly sequence: number;
  readonly callback: () => void;
}

/** A clock at rest, with no timers. */
export function createVirtualClock(options: VirtualClockOptions = {}): VirtualClock {
  const timers = createHeap<Timer>((first, second) =>
    first.at === second.at ? first.sequence < second.sequence : first.at < second.at,
  );
  let time = 0;
  let wallOffset = options.startTime ?? defaultStartTime;
  let sequence = 0;
  let firingsInInstant = 0;
  let turnsWithoutRest = 0;
  let moving = false;

  function setTimer(ms: number, callback: () => void): Disposable {
    const at = time + checkedDuration(ms);
    if (at === Infinity) return { [Symbol.dispose]() {} };
    const node = timers.push({ at, sequence: sequence++, callback });
    return { [Symbol.dispose]: () => void timers.remove(node) };
  }

  function moveTo(at: number): void {
    if (at > time) firingsInInstant = 0;
    time = Math.max(time, at);
  }

  function fireNext(): void {
    const timer = timers.pop();
    if (!timer) return;
    moveTo(timer.at);
    if (++firingsInInstant > firingsPerInstantMax) throw stuck(`${firingsPerInstantMax} timers fired`);
    timer.callback();
  }

  async function nextTurn(): Promise<void> {
    if (turnsWithoutRest === 0) process.nextTick(() => void (turnsWithoutRest = 0)); // Runs when they have come to rest.
    if (++turnsWithoutRest > turnsWithoutRestMax) throw stuck(`nextTurn() was awaited ${turnsWithoutRestMax} times`);
  }

  function stuck(what: string): Error {
    return new Error(`Virtual time cannot pass: ${what} while it stood at ${time} ms, some loop never waits`);
  }

  /** Two hands on one clock would make the order depend on how they interleave. */
  async function move<T>(action: () => Promise<T>): Promise<T> {
    if (moving) throw new Error("Cannot move the virtual clock: another move has not ended, await it first");
    moving = true;
    firingsInInstant = 0;
    try {
      await settle();
      return await action();
    } finally {
      moving = false;
    }
  }

  async function fireUntil(target: number, isDone: () => boolean): Promise<void> {
    while (!isDone() && (timers.peek()?.at ?? Infinity) <= target) {
      fireNext();
      await settle();
    }
  }

  async function runUntil(condition: () => boolean, runOptions: RunOptions | undefined): Promise<void> {
    const limitMs = runOptions?.limitMs ?? defaultLimitMs;
    await fireUntil(time + limitMs, condition);
    if (condition()) return;
    throw new Error(
      timers.size === 0
        ? `Nothing left to wait for at ${time} ms: no timer is pending, and what was waited for has not happened`
        : `Not there after ${limitMs} ms of virtual time: ${timers.size} timers are pending, the next at ${timers.peek()?.at} ms`,
    );
  }

  return {
    now: () => time,
    wallTime: () => wallOffset + time,
    setTimer,
    sleep: (ms, sleepOptions) => sleepByTimer(setTimer, ms, sleepOptions),
    nextTurn,
    get pendingTimers() {
      return timers.size;
    },
    get nextTimerAt() {
      return timers.peek()?.at;
    },
    settle,
    advance: (ms) =>
      move(async () => {
        const target = time + checkedDuration(ms);
        await fireUntil(target, () => false);
        moveTo(target);
      }),
    runUntilIdle: (runOptions) => move(() => runUntil(() => timers.size === 0, runOptions)),
    runUntil: (condition, runOptions) => move(() => runUntil(condition, runOptions)),
    runUntilSettled: (promise, runOptions) =>
      move(async () => {
        let settled = false;
        const outcome = Promise.resolve(promise).finally(() => {
          settled = true;
        });
        outcome.catch(() => {}); // Reported below, by whichever of the two awaits comes to it.
        await settle();
        await runUntil(() => settled, runOptions);
        return await outcome;
      }),
    setWallTime(ms) {
      wallOffset = ms - time;
    },
  };
}

/**
 * Resolves when no microtask is left. The first hop matters: only a tick that is queued by a microtask runs after all of them.
 */
async function settle(): Promise<void> {
  await Promise.resolve();
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
}
