// Bodies that are put together from pieces: cut out of stored objects, glued with commas. Pieces are copied into chunks of a fair size; what
// fits into one is a whole body, the rest is produced while it is read.

const chunkBytes = 64 * 1024;

/** The body made of these pieces. Nothing is read from `pieces` beyond the first chunk until somebody reads the body. */
export function bodyOfPieces(pieces: Iterable<Uint8Array>): Uint8Array | AsyncIterable<Uint8Array> {
  const chunks = chunksOf(pieces);
  const first = chunks.next();
  if (first.done === true) return new Uint8Array();
  const second = chunks.next();
  return second.done === true ? first.value : streamOf(first.value, second.value, chunks);
}

/** One buffer with all the pieces. */
export function joinPieces(pieces: Iterable<Uint8Array>): Uint8Array {
  return Buffer.concat([...pieces]);
}

/** A body as one buffer, however it was made. */
export async function wholeBody(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* streamOf(
  first: Uint8Array,
  second: Uint8Array,
  rest: Iterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield first;
  yield second;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

function* chunksOf(pieces: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < chunkBytes) continue;
    yield Buffer.concat(waiting, length);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting, length);
}
