// The directives of a strategic merge patch: keys that start with a dollar sign and control the merge.
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md

import { getOwn, isJsonArray, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, MutableJsonObject } from "@kubewright/apimachinery";
import { badFormat, notComparable } from "./errors.ts";

/** On an object: `replace`, `delete` or `merge` it. */
export const patchDirective = "$patch";
/** On an object: keep only these keys. */
export const retainKeysDirective = "$retainKeys";
/** Beside a list of scalars: remove these. */
export const deleteFromListPrefix = "$deleteFromPrimitiveList";
/** Beside a list: the order of its items. */
export const setElementOrderPrefix = "$setElementOrder";

/** Returns the field of a directive, which follows a slash in its name. */
export function fieldOfDirective(key: string, prefix: string): string {
  const slash = key.indexOf("/");
  if (slash !== -1 && key.slice(0, slash) === prefix) return key.slice(slash + 1);
  throw badFormat(prefix === deleteFromListPrefix ? "primitive list" : "setElementOrder list");
}

/**
 * Returns the object with the keys in `$retainKeys` of the patch only, or the whole object if the patch does not have the directive.
 *
 * @throws {StrategicMergeError} when the patch sets a key that it does not retain.
 */
export function retainKeys(original: JsonObject, patch: JsonObject): JsonObject {
  const keys = getOwn(patch, retainKeysDirective);
  if (keys === undefined) return original;
  if (!isJsonArray(keys)) throw badFormat("retainKeys");
  assertScalars(keys, retainKeysDirective);
  const retained = new Set<JsonValue>(keys);
  for (const key of Object.keys(patch)) {
    if (key === retainKeysDirective || patch[key] === null) continue;
    const isAboutList = key.startsWith(deleteFromListPrefix) || key.startsWith(setElementOrderPrefix);
    if (!isAboutList && !retained.has(key)) throw badFormat("retainKeys");
  }
  const kept: MutableJsonObject = {};
  for (const key of Object.keys(original)) if (retained.has(key)) setOwn(kept, key, original[key] ?? null);
  return kept;
}

/** Rejects objects and lists among items that a directive compares as a whole. */
export function assertScalars(items: JsonArray, directive: string): void {
  const found = items.find((item) => isJsonArray(item) || isJsonObject(item));
  if (found !== undefined) throw notComparable(directive, found);
}

/**
 * Returns a value of a patch that has no stored value to merge into, without nulls and directives. `undefined` if the value is a
 * directive.
 */
export function plainValue(value: JsonValue): JsonValue | undefined {
  if (isJsonArray(value)) return value.map((item) => plainValue(item)).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, patchDirective)) return undefined;
  const plain: MutableJsonObject = {};
  for (const key of Object.keys(value)) {
    const item = value[key] ?? null;
    const kept = item === null ? undefined : plainValue(item);
    if (kept !== undefined) setOwn(plain, key, kept);
  }
  return plain;
}
