// Values that are computed from constant data are computed once, on first use. The result does not depend on the time or the number
// of uses, so this state cannot be observed.

/** Returns a function that calls `make` on its first call and returns the same value from then on. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The same per key. Absent values are not cached, so that names from requests do not fill the memory. */
export function lazyMap<K, V>(make: (key: K) => V | undefined): (key: K) => V | undefined {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    if (known !== undefined) made.set(key, known);
    return known;
  };
}
