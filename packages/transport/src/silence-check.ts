/**
 * Detects a possibly dead connection by aborted requests, sooner than the probe.
 *
 * After an aborted request during which no byte has arrived, the connection is silent until a byte arrives. New requests use another connection
 * meanwhile, so that a request with a deadline, such as the renewal of a Lease, does not wait for the probe. A PING is sent at once. After its
 * response the connection is used again, because the server was only slow.
 */
import type { Clock } from "@kubewright/async";

/** Requests aborted sooner are ignored: they do not show that the connection is dead. */
const unansweredMinMs = 1_000;

export interface SilenceCheckOptions {
  readonly clock: Clock;
  /** The number of bytes received so far. */
  readonly bytesRead: () => number;
  readonly ping: () => void;
}

/** The connection when a request was sent. */
export interface SentAt {
  readonly bytes: number;
  readonly time: number;
}

export class SilenceCheck {
  readonly #options: SilenceCheckOptions;
  /** The number of bytes received when the connection became silent. */
  #silentAtBytes: number | undefined;

  constructor(options: SilenceCheckOptions) {
    this.#options = options;
  }

  get isSilent(): boolean {
    return this.#silentAtBytes === this.#options.bytesRead();
  }

  sent(): SentAt {
    return { bytes: this.#options.bytesRead(), time: this.#options.clock.now() };
  }

  /** A request without a response was aborted. */
  aborted({ bytes, time }: SentAt): void {
    const { clock, bytesRead, ping } = this.#options;
    if (bytesRead() !== bytes || clock.now() - time < unansweredMinMs || this.isSilent) return;
    this.#silentAtBytes = bytes;
    ping();
  }
}
