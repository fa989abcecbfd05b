/** A platform stream as a body: read chunk by chunk, left by `break`, failing with our errors. */
import type { Readable } from "node:stream";

/** What a body needs to know of the exchange it belongs to. */
export interface StreamBodyOptions {
  /** Tells the server that nobody reads on. Called at most once, when the body is left before its end. */
  readonly cancel: () => void;
  /**
   * Why the stream ended: `error` is what reading threw, absent if it seemed to end well. Gives what to throw; `undefined` says that
   * the end is a good one.
   */
  readonly failure: (error: unknown) => unknown;
}

/** The body that arrives on `stream`. Unlike a stream's own iterator it also lets go when it is left before the first read. */
export function streamBody(stream: Readable, { cancel, failure }: StreamBodyOptions): AsyncIterable<Uint8Array> {
  stream.on("error", () => {}); // Reading reports it; without a reader nobody asked.
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
