/**
 * The injected clock.
 *
 * All code that waits, measures or expires uses a `Clock`, not the platform: `createSystemClock()` in production, and
 * `createVirtualClock()` in tests, where ten hours take milliseconds and timers always fire in the same order.
 */

/** The source of time. All durations are milliseconds. */
export interface Clock {
  /**
   * Milliseconds of a monotonic clock. Only differences are meaningful. Use it for all measurements and
   * expirations.
   */
  now(): number;

  /**
   * Milliseconds since the Unix epoch, for timestamps. It may jump in either direction, so do not use it for
   * measurements.
   */
  wallTime(): number;

  /**
   * Resolves once `ms` milliseconds have passed; a negative or zero `ms` still waits for the next timer turn.
   *
   * Rejects with `signal.reason` as soon as the signal aborts, and leaves no timer behind.
   */
  sleep(ms: number, options?: SleepOptions): Promise<void>;

  /**
   * Calls `callback` once, after `ms` milliseconds and never inside this call. Disposing the result cancels the call;
   * disposing it after the call, or twice, does nothing.
   *
   * A timer of `Infinity` never fires. `NaN` throws a `RangeError`.
   */
  setTimer(ms: number, callback: () => void): Disposable;

  /**
   * Yields to other work. Long loops await it regularly, so that they do not block other work.
   * On the system clock it is one turn of the event loop (with sockets and timers), on a virtual clock one microtask.
   */
  nextTurn(): Promise<void>;
}

/** The options of `Clock.sleep`. */
export interface SleepOptions {
  /** Ends the wait: the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Implements `Clock.sleep` with `Clock.setTimer`, for implementations of a clock. */
export function sleepByTimer(
  setTimer: Clock["setTimer"],
  ms: number,
  options: SleepOptions | undefined,
): Promise<void> {
  const signal = options?.signal;
  if (signal?.aborted) return Promise.reject(signal.reason);

  return new Promise((resolve, reject) => {
    const timer = setTimer(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    function onAbort(): void {
      timer[Symbol.dispose]();
      reject(signal?.reason);
    }
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/** Returns `ms`, or 0 for negative values. Throws a `RangeError` for `NaN`. */
export function checkedDuration(ms: number): number {
  if (Number.isNaN(ms)) throw new RangeError("Cannot set a timer: ms is NaN, must be a number of milliseconds");
  return Math.max(0, ms);
}
