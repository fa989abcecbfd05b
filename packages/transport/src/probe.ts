/**
 * Notices that the other side of a connection is gone without having said so (a pulled cable, a proxy that forgot).
 *
 * What is measured is silence, never age: while bytes arrive, nothing is asked. Silence since just after one look is found at the
 * second look after it, and is asked about then: a verdict takes at most two intervals and the wait for the answer.
 */
import type { Clock } from "@kubewright/async";

/** What the probe looks at. */
export interface ProbeOptions {
  readonly clock: Clock;
  /** How many bytes have arrived so far. */
  readonly bytesRead: () => number;
  /** Asks the other side for a sign of life. */
  readonly ping: (onAnswer: () => void) => void;
  /** Called once, with how long nothing came at least; the probe has ended then. */
  readonly onSilence: (silentMs: number) => void;
}

/** How often to look. */
export const probeIntervalMs = 10_000;
/** How long to wait for the answer. With two intervals before it, a verdict takes at most 30 s. */
export const probeTimeoutMs = 10_000;

/** Looks after a connection until it is disposed. */
export function startProbe({ clock, bytesRead, ping, onSilence }: ProbeOptions): Disposable {
  let timer = clock.setTimer(probeIntervalMs, look);
  let seen = bytesRead();
  let ended = false;

  function look(): void {
    if (heardSomething()) return;
    ping(() => void heardSomething(true));
    timer = clock.setTimer(probeTimeoutMs, () => void judge());
  }

  /** Goes on with the next interval if the other side has shown itself since the last look. */
  function heardSomething(answered = false): boolean {
    const bytes = bytesRead();
    if (ended || (bytes === seen && !answered)) return ended;
    seen = bytes;
    timer[Symbol.dispose]();
    timer = clock.setTimer(probeIntervalMs, look);
    return true;
  }

  /** After a pause of the whole process the timer comes before the bytes that have been waiting: those get their turn first. */
  async function judge(): Promise<void> {
    const asked = timer;
    await clock.nextTurn();
    if (timer !== asked || heardSomething()) return;
    ended = true;
    onSilence(probeIntervalMs + probeTimeoutMs);
  }

  return {
    [Symbol.dispose]() {
      ended = true;
      timer[Symbol.dispose]();
    },
  };
}
