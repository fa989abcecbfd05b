/** Reads the beginning of an endless source, such as a watch. */

/** The first `count` values. The source is closed then, so that a watch ends on the server, too. */
export async function take<T>(source: AsyncIterable<T>, count: number): Promise<readonly T[]> {
  const taken: T[] = [];
  for await (const value of source) {
    taken.push(value);
    if (taken.length === count) break;
  }
  return taken;
}

/** All values of a source that ends. */
export async function all<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
  return await take(source, Infinity);
}
