// The identity of keys.

/**
 * The default id of a key: a string itself, or the JSON of any other key with its properties in alphabetical order. So
 * `{ name, namespace }` and `{ namespace, name }` are the same key, and an absent property equals one that is `undefined`.
 */
export function defaultKeyOf(key: unknown): string {
  return typeof key === "string" ? key : (JSON.stringify(key, inAlphabeticalOrder) ?? String(key));
}

function inAlphabeticalOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([first], [second]) => (first < second ? -1 : 1)));
}
