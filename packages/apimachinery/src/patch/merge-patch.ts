// Merge patch (RFC 7386): a partial object. Null deletes a key, objects are merged, and other values replace.
// https://datatracker.ietf.org/doc/html/rfc7386

import type { JsonObject, JsonValue, MutableJsonObject } from "../json/json-value.ts";
import { getOwn, isJsonArray, isJsonObject, setOwn } from "../json/json-value.ts";
import type { Work } from "../json/steps.ts";
import { eachInSteps, finish, whenDone } from "../json/steps.ts";

/**
 * Applies a merge patch. Neither value is changed; unchanged parts are shared.
 *
 * Differs from the RFC as a kube-apiserver does: nulls are also dropped from objects inside arrays of the
 * patch, unless such an array replaces an object.
 */
export function applyMergePatch(value: JsonValue, patch: JsonValue): JsonValue {
  return finish(applyMergePatchInSteps(value, patch));
}

/** Like `applyMergePatch`, in steps. */
export function applyMergePatchInSteps(value: JsonValue, patch: JsonValue): Work<JsonValue> {
  if (!isJsonObject(value)) return withoutNulls(patch);
  if (!isJsonObject(patch)) return patch;
  // Spreading makes every key an own key, also one named "__proto__".
  const merged: MutableJsonObject = { ...value };
  const merging = eachInSteps(Object.keys(patch), (key) => {
    const change = patch[key] ?? null;
    if (change === null) return void delete merged[key];
    const applying = applyMergePatchInSteps(getOwn(merged, key) ?? null, change);
    return whenDone(applying, (next) => setOwn(merged, key, next));
  });
  return whenDone(merging, () => merged);
}

function withoutNulls(value: JsonValue): Work<JsonValue> {
  if (isJsonArray(value)) {
    const kept: JsonValue[] = [];
    const copying = eachInSteps(value, (item) => whenDone(withoutNulls(item), (next) => void kept.push(next)));
    return whenDone(copying, () => kept);
  }
  return isJsonObject(value) ? withoutNullKeys(value) : value;
}

function withoutNullKeys(object: JsonObject): Work<JsonValue> {
  const kept: MutableJsonObject = {};
  const copying = eachInSteps(Object.keys(object), (key) => {
    const value = object[key] ?? null;
    if (value !== null) return whenDone(withoutNulls(value), (next) => setOwn(kept, key, next));
  });
  return whenDone(copying, () => kept);
}
