// Merge patch (RFC 7386): a partial object. Null deletes a key, objects are merged, and other values replace.
// https://datatracker.ietf.org/doc/html/rfc7386

import type { JsonObject, JsonValue, MutableJsonObject } from "../json/json-value.ts";
import { getOwn, isJsonArray, isJsonObject, setOwn } from "../json/json-value.ts";

/**
 * Applies a merge patch. Neither value is changed; unchanged parts are shared.
 *
 * Differs from the RFC as a kube-apiserver does: nulls are also dropped from objects inside arrays of the
 * patch, unless such an array replaces an object.
 */
export function applyMergePatch(value: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(value)) return withoutNulls(patch);
  if (!isJsonObject(patch)) return patch;
  // Spreading makes every key an own key, also one named "__proto__".
  const merged: MutableJsonObject = { ...value };
  for (const key of Object.keys(patch)) {
    const change = patch[key] ?? null;
    if (change === null) delete merged[key];
    else setOwn(merged, key, applyMergePatch(getOwn(merged, key) ?? null, change));
  }
  return merged;
}

function withoutNulls(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map((item) => withoutNulls(item));
  return isJsonObject(value) ? withoutNullKeys(value) : value;
}

function withoutNullKeys(object: JsonObject): JsonObject {
  const kept: MutableJsonObject = {};
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    if (value !== null) setOwn(kept, key, withoutNulls(value));
  }
  return kept;
}
