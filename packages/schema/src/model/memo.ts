// Values that are derived from an object once.

/** Remembers the result for each object as long as the object lives. `make` must depend on the object alone. */
export function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = make(key)));
    return value;
  };
}
