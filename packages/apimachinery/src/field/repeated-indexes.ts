/** Finds repeated items of a list in one pass: a list in a request may have a million items. */

/**
 * The indexes of items whose key an earlier item has. Items with the key `undefined` are ignored.
 *
 * Keys are compared as in a `Set`. Join a key of several parts to one string, such as `JSON.stringify([kind, name])`.
 *
 * @example
 * repeatedIndexes(["a", "b", "a"]); // Set { 2 }
 */
export function repeatedIndexes(keys: Iterable<string | number | undefined>): ReadonlySet<number> {
  const seen = new Set<string | number>();
  const repeated = new Set<number>();
  let index = 0;
  for (const key of keys) {
    if (key !== undefined) {
      if (seen.has(key)) repeated.add(index);
      else seen.add(key);
    }
    index += 1;
  }
  return repeated;
}
