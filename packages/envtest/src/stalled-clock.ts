/** Ends waits on a virtual clock that nothing advances. They would never end, not even after their timeout. */
import { createSystemClock, linkSignals } from "@kubewright/async";
import type { Clock, LinkedSignal } from "@kubewright/async";
import { EnvironmentError } from "./errors.ts";

/** A virtual clock that has the same time in all of these checks is not advanced. */
const checks = 10;
/** In real time. A virtual clock never advances slowly: it waits for no sockets and timers. */
const checkMs = 100;

/**
 * Returns a signal that is aborted with `signal`. If `clock` is virtual and has the same time for a second of real time, the signal is aborted with an error
 * that names `call`.
 * Dispose the result when the wait ends.
 */
export function untilStalled(
  call: string,
  clock: Clock,
  signal: AbortSignal | undefined,
  realClock: Clock = createSystemClock(),
): LinkedSignal {
  const link = linkSignals(signal);
  if (!("runUntilSettled" in clock)) return link;
  let timer: Disposable;
  const check = (at: number, count: number): void => {
    timer = realClock.setTimer(checkMs, () => {
      const now = clock.now();
      if (now === at && count === checks) link.abort(stalled(call, at));
      else check(now, now === at ? count + 1 : 1);
    });
  };
  check(clock.now(), 1);
  return {
    ...link,
    [Symbol.dispose]() {
      timer[Symbol.dispose]();
      link[Symbol.dispose]();
    },
  };
}

function stalled(call: string, at: number): EnvironmentError {
  return new EnvironmentError(
    `Cannot continue ${call}(): the virtual clock stands at ${at} ms and nothing advances it, must be advanced: ` +
      `await clock.runUntilSettled(${call}(…))`,
  );
}
