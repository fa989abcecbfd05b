// Uniqueness in lists: values of a `set`, keys of a `map`. As in kube-apiserver, the check is separate from validation and
// reads the value that will be stored.
// https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy

import { field, getOwn, isJsonArray, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type {
  FieldError,
  FieldPath,
  JsonArray,
  JsonObject,
  JsonValue,
  MutableJsonObject,
} from "@kubewright/apimachinery";
import { fieldPath } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { Type } from "../model/type.ts";
import { typeOf } from "../model/type.ts";
import { canonicalText, sortKeys } from "./canonical.ts";

/** Returns errors for duplicates in lists of type `set` and `map`: one for each repeated value, at its second occurrence. Numbers of `value` may be an `IntegralFloat`. */
export function validateListTypes(value: JsonValue, schema: JsonSchema, path?: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  checkValue(value, typeOf(schema), path, errors);
  return errors;
}

function checkValue(value: JsonValue, type: Type, path: FieldPath | undefined, errors: FieldError[]): void {
  if (typeof value !== "object" || !type.hasUniqueItems) return;
  if (isJsonArray(value)) {
    if (path !== undefined) checkList(value, type, path, errors);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const item = value[key] ?? null;
      if (typeof item !== "object") continue;
      const field = type.field(key);
      // Upstream checks a declared field with both schemas; structural schemas have only one of them.
      if (field !== undefined) checkValue(item, field.type, path?.child(key) ?? fieldPath(key), errors);
      else if (type.additional !== undefined) {
        checkValue(item, type.additional, path?.key(key) ?? fieldPath("").key(key), errors);
      }
    }
  }
}

function checkList(list: JsonArray, type: Type, path: FieldPath, errors: FieldError[]): void {
  const { schema, items } = type;
  const listType = schema["x-kubernetes-list-type"];
  if (listType === "set") errors.push(...checkSet(list, path));
  if (listType === "map") errors.push(...checkMap(list, schema["x-kubernetes-list-map-keys"] ?? [], path));
  if (items?.hasUniqueItems !== true) return;
  for (const [index, item] of list.entries()) checkValue(item, items, path.index(index), errors);
}

function checkSet(list: JsonArray, path: FieldPath): FieldError[] {
  return secondOnes(list).map((index) => field.duplicate(path.index(index), sortKeys(list[index] ?? null)));
}

function checkMap(list: JsonArray, keys: readonly string[], path: FieldPath): FieldError[] {
  const wrong = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (wrong !== -1) {
    return [field.invalid(path.index(wrong), list[wrong], "must be an object for an array of list-type map")];
  }
  const keysOfItems = list.map((item) => pick(isJsonObject(item) ? item : {}, keys));
  const [onlyKey] = keys.length === 1 ? keys : [];
  // Go compares the values of one key, and the JSON of several.
  const compared = onlyKey === undefined ? keysOfItems : keysOfItems.map((picked) => getOwn(picked, onlyKey) ?? picked);
  return secondOnes(compared).map((index) => field.duplicate(path.index(index), sortKeys(keysOfItems[index] ?? null)));
}

/** Returns the indexes of second occurrences. */
function secondOnes(values: JsonArray): number[] {
  const counts = new Map<string, number>();
  const indexes: number[] = [];
  for (const [index, value] of values.entries()) {
    const text = canonicalText(value);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    if (count === 2) indexes.push(index);
  }
  return indexes;
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  const picked: MutableJsonObject = {};
  for (const key of keys) {
    const value = getOwn(object, key);
    if (value !== undefined) setOwn(picked, key, value);
  }
  return picked;
}
