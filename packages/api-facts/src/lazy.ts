// What is computed from constant text is computed once, on first use. Such a memo is not state that anybody could
// observe: its value is the same whenever, and however often, it is asked for.

/** The value that `make` gives, made when it is first asked for. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The same per key. What is not there is not remembered, so that names from outside fill no memory. */
export function lazyMap<K, V>(make: (key: K) => V | undefined): (key: K) => V | undefined {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    if (known !== undefined) made.set(key, known);
    return known;
  };
}
