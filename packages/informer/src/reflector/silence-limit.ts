// Detects silence. Activity does not move the timer: when the timer fires, it waits for the rest of the limit. A thousand events per
// second therefore cost one assignment each.

import type { Clock } from "@kubewright/async";

/** A limit on silence. Disposing it stops the timer. */
export interface SilenceLimit extends Disposable {
  /** Reports activity: the limit counts from now. */
  reset(): void;
}

/** Calls `onSilent` once there was no activity for `silentMs`, counted from now. */
export function createSilenceLimit(clock: Clock, silentMs: number, onSilent: () => void): SilenceLimit {
  let activeAt = clock.now();
  let timer = clock.setTimer(silentMs, check);

  return {
    reset() {
      activeAt = clock.now();
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };

  function check(): void {
    const restMs = activeAt + silentMs - clock.now();
    if (restMs > 0) timer = clock.setTimer(restMs, check);
    else onSilent();
  }
}
