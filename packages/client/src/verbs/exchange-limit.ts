/** Bounds the time of an exchange, so that a server or a proxy that is silent holds up no caller for ever. */
import { linkSignals } from "@kubewright/async";
import type { Clock, LinkedSignal } from "@kubewright/async";

/**
 * Requests without a response are aborted after this time. A kube-apiserver ends a request after 60 s with its own error (`--request-timeout`), which
 * arrives first.
 */
export const defaultRequestTimeoutMs = 65_000;

/** A watch is ended this long after the time at which the server should have ended it. */
export const watchMarginMs = 30_000;

/**
 * What a limit counts:
 *
 * - `response`: the time until the response is complete.
 * - `silence`: each wait for the server, until the response begins and until its next bytes. The time of the reader does not count.
 * - `age`: as `response`, but the body ends without an error, as if the server had ended it.
 */
export type LimitKind = "response" | "silence" | "age";

export interface ExchangeLimitOptions {
  readonly clock: Clock;
  readonly kind: LimitKind;
  readonly ms: number;
  readonly signal: AbortSignal | undefined;
  /** Creates the reason of the abort. */
  readonly error: () => Error;
}

/** The limit of one exchange, counted from its creation. Disposing stops the timer. The end of the body disposes it. */
export class ExchangeLimit implements Disposable {
  readonly #options: ExchangeLimitOptions;
  readonly #link: LinkedSignal;
  #timer: Disposable | undefined;
  #isExceeded = false;

  constructor(options: ExchangeLimitOptions) {
    this.#options = options;
    this.#link = linkSignals(options.signal);
    this.#startTimer();
  }

  /** Aborts with the signal of the request, or once the limit is exceeded. */
  get signal(): AbortSignal {
    return this.#link.signal;
  }

  /** The same bytes, within the limit. */
  body(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return { [Symbol.asyncIterator]: () => this.#iterator(body[Symbol.asyncIterator]()) };
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#link[Symbol.dispose]();
  }

  #iterator(chunks: AsyncIterator<Uint8Array>): AsyncIterator<Uint8Array, undefined> {
    const countsWaits = this.#options.kind === "silence";
    if (countsWaits) this.#timer?.[Symbol.dispose](); // The response has begun.
    return {
      next: async () => {
        if (countsWaits) this.#startTimer();
        const read = await this.#read(chunks);
        if (read.done) this[Symbol.dispose]();
        else if (countsWaits) this.#timer?.[Symbol.dispose]();
        return read;
      },
      return: async () => {
        this[Symbol.dispose]();
        await chunks.return?.();
        return { done: true, value: undefined };
      },
    };
  }

  async #read(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array, undefined>> {
    try {
      return await chunks.next();
    } catch (error) {
      this[Symbol.dispose]();
      if (this.#options.kind === "age" && this.#isExceeded) return { done: true, value: undefined };
      throw error;
    }
  }

  #startTimer(): void {
    const { clock, ms, error } = this.#options;
    this.#timer = clock.setTimer(ms, () => {
      this.#isExceeded = true;
      this.#link.abort(error());
    });
  }
}
