// Bodies that consist of buffers: parts of stored objects with commas between them. The buffers are copied into chunks. A body that fits into one chunk
// is whole, a longer one is produced while it is read.

/** Each chunk costs a write and a wait for it, and each open list holds one chunk. */
const chunkBytes = 256 * 1024;

/** The body that consists of these buffers. Nothing is read from `buffers` beyond the first chunk until the body is read. */
export function bodyOfBuffers(buffers: Iterable<Uint8Array>): Uint8Array | LongBody {
  const rest = buffers[Symbol.iterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length <= chunkBytes) {
    const next = rest.next();
    if (next.done === true) return Buffer.concat(first, length);
    first.push(next.value);
    length += next.value.length;
  }
  return new LongBody(resumed(first, rest));
}

/** The buffer of a long body that has been read to its end, for the next one. */
let spareBuffer: Buffer | undefined;

/** A body of more than one chunk. It can be read once. */
export class LongBody implements AsyncIterable<Uint8Array> {
  readonly #buffers: Iterable<Uint8Array>;

  constructor(buffers: Iterable<Uint8Array>) {
    this.#buffers = buffers;
  }

  /**
   * The chunks of the body, each valid until the next one is requested: they share one buffer, which the next body takes over. A buffer for each
   * chunk or body would be memory outside of the heap, which makes the garbage collector mark all stored objects repeatedly.
   */
  *borrowedChunks(): Generator<Uint8Array, void, undefined> {
    const chunk = spareBuffer ?? Buffer.allocUnsafe(chunkBytes);
    spareBuffer = undefined;
    let length = 0;
    for (const buffer of this.#buffers) {
      if (length > 0 && length + buffer.length > chunkBytes) {
        yield chunk.subarray(0, length);
        length = 0;
      }
      if (buffer.length > chunkBytes) {
        yield buffer;
      } else {
        chunk.set(buffer, length);
        length += buffer.length;
      }
    }
    if (length > 0) yield chunk.subarray(0, length);
    spareBuffer = chunk; // Not after `return`: the socket may still hold the chunk.
  }

  /** The chunks of the body. They belong to the reader. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for (const chunk of this.borrowedChunks()) yield Buffer.from(chunk);
  }
}

/** The buffers whose first ones have been read. */
function* resumed(first: readonly Uint8Array[], rest: Iterator<Uint8Array>): Generator<Uint8Array, void, undefined> {
  yield* first;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

/** One buffer with the bytes of all buffers. */
export function joinBuffers(buffers: Iterable<Uint8Array>): Uint8Array {
  return Buffer.concat([...buffers]);
}

/** A body as one buffer. */
export async function wholeBody(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
