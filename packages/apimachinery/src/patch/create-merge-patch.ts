// The smallest merge patch from one object to another, so that a write carries what changed and nothing else.

import { isDeepEqual } from "../json/deep-equal.ts";
import type { JsonObject, JsonValue, MutableJsonObject } from "../json/json-value.ts";
import { isJsonObject, setOwn } from "../json/json-value.ts";

/**
 * A merge patch that makes `after` from `before`; undefined when nothing differs. A key whose value is undefined counts
 * as absent. Arrays are replaced whole.
 *
 * A null in `after` cannot be said by a merge patch: it deletes the key, which is what Kubernetes makes of it too.
 */
export function createMergePatch(before: object, after: object): JsonObject | undefined {
  const patch: MutableJsonObject = {};
  // Objects of the API, typed or decoded, are JSON objects; interfaces just cannot say so.
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
