// Values that are derived from an object once and for all.

/** Remembers what was made of an object for as long as the object lives; nobody can tell whether it was made anew. */
export function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = make(key)));
    return value;
  };
}
