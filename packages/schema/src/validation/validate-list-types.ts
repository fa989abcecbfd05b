// Uniqueness in lists: values of a `set`, keys of a `map`. Checked apart from the schema, as upstream does, on the value
// as it will be stored.
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
import { additionalOf, itemsOf, nodeFinder, propertyOf } from "../model/walk.ts";
import { canonicalText, sortKeys } from "./canonical.ts";

/** Duplicates in lists of type `set` and `map`. Each duplicate value is reported once, where it comes the second time. */
export function validateListTypes(value: JsonValue, schema: JsonSchema, path?: FieldPath): FieldError[] {
  if (!hasUniqueItems(schema)) return [];
  if (isJsonArray(value)) return path === undefined ? [] : checkList(value, schema, path);
  if (!isJsonObject(value)) return [];
  const additional = additionalOf(schema);
  return Object.keys(value).flatMap((key) => {
    const item = value[key] ?? null;
    const property = propertyOf(schema, key);
    // Upstream looks at a named field with both schemas; structural schemas have one of them only.
    if (property !== undefined) return validateListTypes(item, property, path?.child(key) ?? fieldPath(key));
    if (additional === undefined) return [];
    return validateListTypes(item, additional, path?.key(key) ?? fieldPath("").key(key));
  });
}

const hasUniqueItems = nodeFinder((node) => ["set", "map"].includes(node["x-kubernetes-list-type"] ?? ""));

function checkList(list: JsonArray, schema: JsonSchema, path: FieldPath): FieldError[] {
  const items = itemsOf(schema);
  const nested =
    items === undefined ? [] : list.flatMap((item, index) => validateListTypes(item, items, path.index(index)));
  switch (schema["x-kubernetes-list-type"]) {
    case "set":
      return [...checkSet(list, path), ...nested];
    case "map":
      return [...checkMap(list, schema["x-kubernetes-list-map-keys"] ?? [], path), ...nested];
    default:
      return nested;
  }
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
  return secondOnes(keysOfItems).map((index) =>
    field.duplicate(path.index(index), sortKeys(keysOfItems[index] ?? null)),
  );
}

/** Indexes at which a value comes for the second time. */
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
