/** When two keys are the same key. */

/**
 * The text that stands for a key unless the queue is told otherwise: a string is itself, anything else its JSON with the
 * properties in alphabetical order. So `{ name, namespace }` and `{ namespace, name }` are the same key, and an absent property
 * is the same as one that is `undefined`.
 */
export function defaultKeyOf(key: unknown): string {
  return typeof key === "string" ? key : (JSON.stringify(key, inAlphabeticalOrder) ?? String(key));
}

function inAlphabeticalOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([first], [second]) => (first < second ? -1 : 1)));
}
