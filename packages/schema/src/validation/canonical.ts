// The canonical form of values: with sorted keys, as Go prints maps.

import { encodeJson, IntegralFloat, isJsonArray, isJsonObject, setOwn, shownAsFloat } from "@kubewright/apimachinery";
import type { JsonValue, MutableJsonObject } from "@kubewright/apimachinery";

/** The value with the keys of all objects sorted, and with numbers for integral floats. */
export function sortKeys(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map((item) => sortKeys(item));
  if (value instanceof IntegralFloat) return Object.is(value.value, -0) ? negativeZero : value.value;
  if (!isJsonObject(value)) return value;
  const sorted: MutableJsonObject = {};
  for (const key of Object.keys(value).toSorted()) setOwn(sorted, key, sortKeys(value[key] ?? null));
  return sorted;
}

/** JSON.stringify prints -0 as 0, which is what the integer -0 is to Go. */
const negativeZero = shownAsFloat(-0) as JsonValue; // It is printed as a number.

/** Returns a string that is the same for two values if and only if they are equal to Go: `1.0` is not `1`, but `[1.0]` is `[1]`, because Go compares their JSON. */
export function canonicalText(value: JsonValue): string {
  if (value instanceof IntegralFloat) return `${value.value}.0`;
  return encodeJson(typeof value === "object" ? sortKeys(value) : value);
}
