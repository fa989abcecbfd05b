/**
 * A clock whose time advances only when a test advances it.
 *
 * Before each timer fires, all promise chains run until they need time, as if computing took no time.
 * The clock detects this without counting: Node runs `process.nextTick`
 * callbacks that a microtask has queued exactly when no microtask is left. This is still the same turn of the event
 * loop (without sockets, timers and files), so a run depends only on its code and its seed.
 *
 * The clock does not wait for work that needs a real turn (a socket, a file, `setImmediate`).
 */
import { checkedDuration, sleepByTimer } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { createHeap } from "./heap.ts";

/** A `Clock` for tests, which the test advances. */
export interface VirtualClock extends Clock {
  /** The number of pending timers, without timers of `Infinity`. */
  readonly pendingTimers: number;

  /** The time of the next timer, as of `now()`; `undefined` without a pending timer. */
  readonly nextTimerAt: number | undefined;

  /** Resolves when all promise chains have settled or wait for time. No timer fires, not even one of 0 ms. */
  settle(): Promise<void>;

  /**
   * Advances the time by `ms` milliseconds, then resolves. `advance(0)` fires timers that are due now. Timers fire in the order of their
   * times and, for equal times, in the order in which they were set. Before each timer and at the end, promise chains settle (see `settle`).
   * Timers that are set meanwhile also fire if they are due. While a timer fires, `now()` is the time of the timer.
   *
   * Rejects with the error of a timer's callback. The time is then that of the timer, and the other timers are still pending.
   * Rejects with an `Error` if another call that advances this clock has not ended, or if 100,000 timers have fired at one
   * time, because of a loop without waits.
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
   * Advances from timer to timer until `promise` settles, and returns its result. Rejects like `runUntil` if it remains
   * pending.
   *
   * ```ts
   * const pod = await clock.runUntilSettled(waitForRunning(pod));
   * ```
   */
  runUntilSettled<T>(promise: PromiseLike<T>, options?: RunOptions): Promise<T>;

  /** Sets the wall clock, as an administrator might. Does not affect `now()` and timers. */
  setWallTime(ms: number): void;
}

/** The options of `runUntilIdle`, `runUntil` and `runUntilSettled`. */
export interface RunOptions {
  /** The maximum virtual time, in milliseconds. */
  readonly limitMs?: number;
}

/** The options of `createVirtualClock`. */
export interface VirtualClockOptions {
  /** The wall time at the start, in milliseconds since the Unix epoch; 2026-01-01T00:00:00Z by default. `now()` starts at 0. */
  readonly startTime?: number;
}

const defaultStartTime = Date.UTC(2026, 0, 1);
const defaultLimitMs = 24 * 60 * 60 * 1000;

/**
 * The maximum number of timers that fire at one time. A timer of 0 ms that sets itself again forever would
 * block the test run. With this limit the call fails, and the error has the time.
 */
const firingsPerInstantMax = 100_000;

/** The maximum number of `nextTurn` calls before promise chains settle. */
const turnsWithoutRestMax = 1_000_000;

interface Timer {
  readonly at: number;
  readonly sequence: number;
  readonly callback: () => void;
}

/** Creates a clock without timers. */
export function createVirtualClock(options: VirtualClockOptions = {}): VirtualClock {
  const time = new VirtualTime();
  let wallOffset = options.startTime ?? defaultStartTime;
  const setTimer: Clock["setTimer"] = (ms, callback) => time.setTimer(ms, callback);

  return {
    now: () => time.now,
    wallTime: () => wallOffset + time.now,
    setTimer,
    sleep: (ms, sleepOptions) => sleepByTimer(setTimer, ms, sleepOptions),
    nextTurn: () => time.nextTurn(),
    get pendingTimers() {
      return time.pendingTimers;
    },
    get nextTimerAt() {
      return time.nextTimerAt;
    },
    settle,
    advance: (ms) => time.exclusively(() => time.advance(ms)),
    runUntilIdle: (runOptions) => time.exclusively(() => time.runUntil(() => time.pendingTimers === 0, runOptions)),
    runUntil: (condition, runOptions) => time.exclusively(() => time.runUntil(condition, runOptions)),
    runUntilSettled: (promise, runOptions) => time.exclusively(() => time.runUntilSettled(promise, runOptions)),
    setWallTime(ms) {
      wallOffset = ms - time.now;
    },
  };
}

/** The time and the pending timers. */
class VirtualTime {
  readonly #timers = createHeap<Timer>((first, second) =>
    first.at === second.at ? first.sequence < second.sequence : first.at < second.at,
  );
  #now = 0;
  #sequence = 0;
  #firingsInInstant = 0;
  #turnsWithoutRest = 0;
  #isAdvancing = false;

  get now(): number {
    return this.#now;
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  get nextTimerAt(): number | undefined {
    return this.#timers.peek()?.at;
  }

  setTimer(ms: number, callback: () => void): Disposable {
    const at = this.#now + checkedDuration(ms);
    if (at === Infinity) return { [Symbol.dispose]() {} };
    const node = this.#timers.push({ at, sequence: this.#sequence++, callback });
    return { [Symbol.dispose]: () => void this.#timers.remove(node) };
  }

  async nextTurn(): Promise<void> {
    if (this.#turnsWithoutRest === 0) process.nextTick(() => void (this.#turnsWithoutRest = 0)); // Runs when they have settled.
    if (++this.#turnsWithoutRest > turnsWithoutRestMax) {
      throw this.#stuck(`nextTurn() was awaited ${turnsWithoutRestMax} times`);
    }
  }

  /** Rejects concurrent calls that advance the clock, because the order of timers would be undefined. */
  async exclusively<T>(action: () => Promise<T>): Promise<T> {
    if (this.#isAdvancing) {
      throw new Error("Cannot move the virtual clock: another move has not ended, await it first");
    }
    this.#isAdvancing = true;
    this.#firingsInInstant = 0;
    try {
      await settle();
      return await action();
    } finally {
      this.#isAdvancing = false;
    }
  }

  async advance(ms: number): Promise<void> {
    const target = this.#now + checkedDuration(ms);
    await this.#fireUntil(target, () => false);
    this.#advanceTo(target);
  }

  async runUntil(condition: () => boolean, { limitMs = defaultLimitMs }: RunOptions = {}): Promise<void> {
    await this.#fireUntil(this.#now + limitMs, condition);
    if (condition()) return;
    throw new Error(
      this.#timers.size === 0
        ? `Nothing left to wait for at ${this.#now} ms: no timer is pending, and what was waited for has not happened`
        : `Not there after ${limitMs} ms of virtual time: ${this.#timers.size} timers are pending, the next at ${this.nextTimerAt} ms`,
    );
  }

  async runUntilSettled<T>(promise: PromiseLike<T>, options?: RunOptions): Promise<T> {
    let settled = false;
    const outcome = Promise.resolve(promise).finally(() => {
      settled = true;
    });
    outcome.catch(() => {}); // Reported by one of the awaits below.
    await settle();
    await this.runUntil(() => settled, options);
    return await outcome;
  }

  async #fireUntil(target: number, isDone: () => boolean): Promise<void> {
    while (!isDone() && (this.nextTimerAt ?? Infinity) <= target) {
      this.#fireNext();
      await settle();
    }
  }

  #fireNext(): void {
    const timer = this.#timers.pop();
    if (!timer) return;
    this.#advanceTo(timer.at);
    if (++this.#firingsInInstant > firingsPerInstantMax) throw this.#stuck(`${firingsPerInstantMax} timers fired`);
    timer.callback();
  }

  #advanceTo(at: number): void {
    if (at > this.#now) this.#firingsInInstant = 0;
    this.#now = Math.max(this.#now, at);
  }

  #stuck(what: string): Error {
    return new Error(`Virtual time cannot pass: ${what} while it stood at ${this.#now} ms, some loop never waits`);
  }
}

/**
 * Resolves when no microtask is left. The first `await` is needed because only a tick that a microtask has queued runs after all microtasks.
 */
async function settle(): Promise<void> {
  await Promise.resolve();
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
}
