/** Which items of a list come a second time, found in one pass: a list of a request may have a million items. */

/**
 * The indexes of items whose key an earlier item has. `undefined` is no key: such an item repeats nothing.
 *
 * Keys are compared as a `Set` does, so a key of several parts is one text of them, such as `JSON.stringify([kind, name])`.
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
