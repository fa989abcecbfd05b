// A bounded queue of bytes between a writer and a reader.

/** A writer waits while the queue contains more bytes. */
const waitingBytesMax = 1024 * 1024;

/** A queue of bytes with one reader. */
export class ByteQueue implements AsyncIterable<Uint8Array> {
  #chunks: Uint8Array[] = [];
  #waiting = 0;
  #ended = false;
  #wake = Promise.withResolvers<void>();

  /** Adds bytes; resolves when more may be added. Bytes after the end are discarded. */
  async push(bytes: Uint8Array): Promise<void> {
    if (this.#ended || bytes.length === 0) return;
    this.#chunks.push(bytes);
    this.#waiting += bytes.length;
    this.#changed();
    while (this.#waiting > waitingBytesMax && !this.#ended) await this.#wake.promise;
  }

  /** Ends the queue. What it contains can still be read. A second call does nothing. */
  end(): void {
    this.#ended = true;
    this.#changed();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const next = this.#chunks.shift();
      if (next !== undefined) {
        this.#waiting -= next.length;
        this.#changed();
        yield next;
      } else if (this.#ended) {
        return;
      } else {
        await this.#wake.promise;
      }
    }
  }

  #changed(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }
}
