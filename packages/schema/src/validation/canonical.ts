// The canonical form of values: with sorted keys, as Go prints maps.

import { encodeJson, isJsonArray, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonValue, MutableJsonObject } from "@kubewright/apimachinery";

/** The value with the keys of all objects sorted. */
export function sortKeys(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map((item) => sortKeys(item));
  if (!isJsonObject(value)) return value;
  const sorted: MutableJsonObject = {};
  for (const key of Object.keys(value).toSorted()) setOwn(sorted, key, sortKeys(value[key] ?? null));
  return sorted;
}

/** Returns a string that is the same for two values if and only if they are equal. */
export function canonicalText(value: JsonValue): string {
  return encodeJson(typeof value === "object" ? sortKeys(value) : value);
}
