// Batches of a long sequence. Callers let other tasks run between two batches.

/** The size of a batch. At about 1 µs per object, a batch takes well below a millisecond. */
export const batchSize = 500;

/** Splits `items` into batches, in order. Reads `items` lazily, one batch at a time. */
export function* batchesOf<E>(items: Iterable<E>): Generator<readonly E[]> {
  let batch: E[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
