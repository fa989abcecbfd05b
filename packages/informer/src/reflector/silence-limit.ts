// Ends what has gone silent. Its timer is not moved with every sign of life: it looks back when it fires, and waits for the
// rest, so that a thousand events a second cost a number each.

import type { Clock } from "@kubewright/async";

/** A limit on silence; disposing it ends the watching, not what is watched. */
export interface SilenceLimit extends Disposable {
  /** A sign of life. */
  heard(): void;
}

/** Calls `onSilent` once nothing has been heard for `silentMs`, counted from now. */
export function createSilenceLimit(clock: Clock, silentMs: number, onSilent: () => void): SilenceLimit {
  let heardAt = clock.now();
  let timer = clock.setTimer(silentMs, check);

  return {
    heard() {
      heardAt = clock.now();
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };

  function check(): void {
    const restMs = heardAt + silentMs - clock.now();
    if (restMs > 0) timer = clock.setTimer(restMs, check);
    else onSilent();
  }
}
