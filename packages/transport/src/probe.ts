/**
 * Detects a peer that has disappeared without closing the connection (an interrupted network, a proxy that lost its state).
 *
 * The probe measures silence, not age: it sends no PING while bytes arrive. The second check after the last byte detects silence and sends a PING, so
 * a detection takes at most two intervals and the wait for the response.
 */
import type { Clock } from "@kubewright/async";

/** The probed connection. */
export interface ProbeOptions {
  readonly clock: Clock;
  /** The number of bytes received so far. */
  readonly bytesRead: () => number;
  /** Sends a PING, and calls `onAnswer` when the response arrives. */
  readonly ping: (onAnswer: () => void) => void;
  /** Called once with the minimum duration of the silence. The probe has then ended. */
  readonly onSilence: (silentMs: number) => void;
}

/** The interval of checks. */
export const probeIntervalMs = 10_000;
/** The wait for the response. With two intervals before it, a detection takes at most 30 s. */
export const probeTimeoutMs = 10_000;

/** Probes a connection until it is disposed. */
export function startProbe({ clock, bytesRead, ping, onSilence }: ProbeOptions): Disposable {
  let timer = clock.setTimer(probeIntervalMs, check);
  let seen = bytesRead();
  let ended = false;

  function check(): void {
    if (isActive()) return;
    ping(() => void isActive(true));
    timer = clock.setTimer(probeTimeoutMs, () => void endIfSilent());
  }

  /** Whether the peer has sent anything since the last check. If so, starts the next interval. */
  function isActive(answered = false): boolean {
    const bytes = bytesRead();
    if (ended || (bytes === seen && !answered)) return ended;
    seen = bytes;
    timer[Symbol.dispose]();
    timer = clock.setTimer(probeIntervalMs, check);
    return true;
  }

  /** First waits for a turn of the event loop: after a pause of the process the timer fires before received bytes are counted. */
  async function endIfSilent(): Promise<void> {
    const current = timer;
    await clock.nextTurn();
    if (timer !== current || isActive()) return;
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
