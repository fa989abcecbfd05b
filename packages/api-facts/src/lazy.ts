// What is computed from constant text is computed once, on first use. Such a memo is not state that anybody could
// observe: its value is the same whenever, and however often, it is asked for.

/** The value that `make` gives, made when it is first asked for. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The same per key. */
export function lazyMap<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, { readonly value: V }>();
  return (key) => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}
