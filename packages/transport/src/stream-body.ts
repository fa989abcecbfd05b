/** Converts a stream of Node to a response body with errors of this package. */
import type { Readable } from "node:stream";

/** The exchange of a body. */
export interface StreamBodyOptions {
  /** Cancels the exchange. Called at most once, if the body is left before its end. */
  readonly cancel: () => void;
  /**
   * Returns the error to throw at the end of the stream, `undefined` if the body is complete. `error` is the error of reading, undefined if
   * there was none.
   */
  readonly failure: (error: unknown) => unknown;
}

/** Returns the body on `stream`. Unlike the iterator of a stream, it also cancels if it is left before the first read. */
export function streamBody(stream: Readable, { cancel, failure }: StreamBodyOptions): AsyncIterable<Uint8Array> {
  stream.on("error", () => {}); // Reading reports the error.
  const chunks: AsyncIterator<Uint8Array, unknown> = stream[Symbol.asyncIterator]();
  let over = false;

  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      if (over) return { done: true, value: undefined };
      try {
        const read = await chunks.next();
        if (!read.done) return { done: false, value: read.value };
      } catch (error) {
        over = true;
        throw failure(error);
      }
      over = true;
      const reason = failure(undefined);
      // oxlint-disable-next-line typescript/only-throw-error -- It may be a signal's reason, which is what its owner chose.
      if (reason !== undefined) throw reason;
      return { done: true, value: undefined };
    },
    async return() {
      if (!over) {
        over = true;
        cancel();
        stream.destroy();
      }
      return { done: true, value: undefined };
    },
  };

  return { [Symbol.asyncIterator]: () => iterator };
}
