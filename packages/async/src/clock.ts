/**
 * Time as a value that is passed in.
 *
 * Whatever waits, measures or expires asks a `Clock`, never the platform. In production that is `createSystemClock()`; in a
 * test it is `createVirtualClock()`, on which ten hours pass in milliseconds and always in the same order.
 */

/** The source of time for everything below `main`. All durations are milliseconds. */
export interface Clock {
  /**
   * Milliseconds on a clock that never goes back and is not moved by an administrator. Its zero means nothing; only
   * differences do. Everything that measures or expires uses this one.
   */
  now(): number;

  /**
   * Milliseconds since the Unix epoch, for time stamps that others read. It may jump in either direction, so nothing is
   * ever measured with it.
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
   * `Infinity` is a timer that never fires. `NaN` throws a `RangeError`: it is always a mistake of the caller.
   */
  setTimer(ms: number, callback: () => void): Disposable;

  /**
   * Lets other work run before going on; long loops await it now and then, so that nothing else has to wait for them.
   * In production that is one turn of the event loop (sockets and timers get their turn), on virtual time one microtask.
   */
  nextTurn(): Promise<void>;
}

/** What `Clock.sleep` takes beside the duration. */
export interface SleepOptions {
  /** Ends the sleep early: it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** `Clock.sleep` in terms of `Clock.setTimer`, for those who implement a clock. */
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

/** Refuses what cannot be a duration. Returns `ms`, with everything below zero as zero. */
export function checkedDuration(ms: number): number {
  if (Number.isNaN(ms)) throw new RangeError("Cannot set a timer: ms is NaN, must be a number of milliseconds");
  return Math.max(0, ms);
}
