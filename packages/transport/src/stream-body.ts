/**
 * Converts a stream of Node to a response body with errors of this package. It uses the event `data`, because a chunk then reaches its reader in the
 * same turn of the event loop; the iterator of a stream takes one more turn per chunk and more than twice the time.
 */
import type { Readable } from "node:stream";

/** The exchange of a body. */
export interface StreamBodyOptions {
  /** Cancels the exchange. Called at most once, if the body is abandoned before its end. */
  readonly cancel: () => void;
  /**
   * Returns the error to throw at the end of the stream, `undefined` if the body is complete. `error` is the error of reading, or undefined.
   */
  readonly failure: (error: unknown) => unknown;
}

/** Returns the body of `stream`. Unlike the iterator of a stream, it also cancels the exchange if it is abandoned before the first read. */
export function streamBody(stream: Readable, options: StreamBodyOptions): AsyncIterable<Uint8Array> {
  const body = new StreamBody(stream, options);
  return { [Symbol.asyncIterator]: () => body };
}

type Read = IteratorResult<Uint8Array, undefined>;

/** The stream is paused while more bytes than this wait for the reader. */
const waitingBytesMax = 256 * 1024;

/** How the stream ended. */
type StreamEnd = { readonly error: unknown };

class StreamBody implements AsyncIterator<Uint8Array, undefined> {
  readonly #stream: Readable;
  readonly #options: StreamBodyOptions;
  /** Chunks that have not been read. */
  readonly #chunks: Uint8Array[] = [];
  #waitingBytes = 0;
  #reader: PromiseWithResolvers<Read> | undefined;
  #end: StreamEnd | undefined;
  #isFlowing = false;
  /** The end has been returned or thrown, or the reader has left. */
  #isOver = false;

  constructor(stream: Readable, options: StreamBodyOptions) {
    this.#stream = stream;
    this.#options = options;
    stream.on("error", (error) => this.#endWith({ error }));
    if (stream.readableEnded) this.#end = { error: undefined };
    else if (stream.destroyed) this.#end = { error: stream.errored ?? closedEarly() };
  }

  async next(): Promise<Read> {
    if (this.#isOver) return { done: true, value: undefined };
    const value = this.#chunks.shift();
    if (value) {
      this.#waitingBytes -= value.length;
      return { done: false, value };
    }
    if (this.#end) return this.#finish(this.#end);
    const reader = Promise.withResolvers<Read>();
    this.#reader = reader;
    this.#flow();
    return await reader.promise;
  }

  async return(): Promise<Read> {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#chunks.length = 0;
      this.#options.cancel();
      this.#stream.destroy();
    }
    return { done: true, value: undefined };
  }

  #flow(): void {
    if (this.#isFlowing) {
      if (this.#stream.isPaused()) this.#stream.resume();
      return;
    }
    this.#isFlowing = true;
    this.#stream.on("end", () => this.#endWith({ error: undefined }));
    this.#stream.on("close", () => this.#endIfOpen());
    this.#stream.on("data", (chunk: Uint8Array) => this.#receive(chunk));
  }

  #receive(value: Uint8Array): void {
    if (this.#isOver) return;
    const reader = this.#takeReader();
    if (reader) {
      reader.resolve({ done: false, value });
      return;
    }
    this.#chunks.push(value);
    this.#waitingBytes += value.length;
    if (this.#waitingBytes >= waitingBytesMax) this.#stream.pause();
  }

  /** Every stream closes, nearly always after its end. Otherwise an error is created, whose stack is expensive. */
  #endIfOpen(): void {
    if (!this.#end) this.#endWith({ error: closedEarly() });
  }

  #endWith(end: StreamEnd): void {
    if (this.#end) return;
    this.#end = end;
    if (end.error !== undefined) this.#chunks.length = 0; // The exchange has failed, so the next read throws.
    const reader = this.#takeReader();
    if (!reader) return;
    try {
      reader.resolve(this.#finish(end));
    } catch (error) {
      reader.reject(error);
    }
  }

  #takeReader(): PromiseWithResolvers<Read> | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    return reader;
  }

  #finish({ error }: StreamEnd): Read {
    this.#isOver = true;
    const reason = this.#options.failure(error);
    if (error !== undefined || reason !== undefined) throw reason;
    return { done: true, value: undefined };
  }
}

function closedEarly(): Error {
  return new Error("The stream was closed before its end");
}
