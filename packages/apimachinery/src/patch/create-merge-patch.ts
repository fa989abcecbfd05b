// Creates the smallest merge patch between two objects, so that a write contains only changes.

import { isDeepEqual } from "../json/deep-equal.ts";
import type { JsonObject, JsonValue, MutableJsonObject } from "../json/json-value.ts";
import { isJsonObject, setOwn } from "../json/json-value.ts";

/**
 * The merge patch that changes `before` to `after`; `undefined` if they are equal. A key whose value is `undefined` counts
 * as absent. Arrays are replaced as a whole.
 *
 * A merge patch cannot set null: a null in `after` deletes the key, as Kubernetes does.
 */
export function createMergePatch(before: object, after: object): JsonObject | undefined {
  const patch: MutableJsonObject = {};
  // API objects are JSON objects, which interfaces cannot express.
  const [old, next] = [before as JsonObject, after as JsonObject];
  for (const key of Object.keys(old)) {
    if (old[key] !== undefined && valueAt(next, key) === undefined) setOwn(patch, key, null);
  }
  for (const key of Object.keys(next)) {
    const change = changeOf(valueAt(old, key), valueAt(next, key));
    if (change !== undefined) setOwn(patch, key, change);
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function changeOf(before: JsonValue | undefined, after: JsonValue | undefined): JsonValue | undefined {
  if (after === undefined) return undefined;
  if (isJsonObject(before) && isJsonObject(after)) return createMergePatch(before, after);
  return isDeepEqual(before, after) ? undefined : after;
}

function valueAt(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
