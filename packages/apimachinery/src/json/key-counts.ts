// Counts keys, to find out whether a text has duplicate keys. A duplicate key is more often in the text than in the value. The end of a key is a quote, then a
// colon. It may also be inside of a string, so the text has at least as many as the value has keys. If the counts are equal, there are no duplicates.
import { isSpace, quote } from "./characters.ts";
import type { JsonValue } from "./json-value.ts";
import { isJsonArray } from "./json-value.ts";
import type { Work } from "./steps.ts";
import { itemsPerStep, Rest, shouldYield } from "./steps.ts";

/** The number of ends of keys in a JSON text. */
export function countKeyEnds(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    let end = colon - 1;
    while (isSpace(text.charCodeAt(end))) end--;
    if (text.charCodeAt(end) === quote) count++;
  }
  return count;
}

/** The number of keys in a value, in steps. */
export function countKeys(value: JsonValue): Work<number> {
  let count = 0;
  // Without recursion, because the depth may not be limited.
  const pending: JsonValue[] = [value];
  const countPending = (): Work<number> => {
    let visits = 0;
    for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
      if (typeof item !== "object" || item === null) continue;
      if (isJsonArray(item)) {
        for (const child of item) if (typeof child === "object") pending.push(child);
        visits += item.length;
      } else {
        // Of a large object, reading the keys and then each value takes half as long as Object.values.
        const keys = Object.keys(item);
        for (const key of keys) {
          const child = item[key] ?? null;
          if (typeof child === "object") pending.push(child);
        }
        count += keys.length;
        visits += keys.length;
      }
      if (visits < itemsPerStep) continue;
      if (shouldYield()) return new Rest(countPending);
      visits = 0;
    }
    return count;
  };
  return countPending();
}
