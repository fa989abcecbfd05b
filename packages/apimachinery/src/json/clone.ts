// A copy of a JSON value that shares nothing with it.

import type { JsonValue, MutableJsonObject } from "./json-value.ts";
import { isJsonArray, isJsonObject, setOwn } from "./json-value.ts";

/** A deep copy. Keys such as `__proto__` stay own keys. */
export function cloneJson(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map((item) => cloneJson(item));
  if (!isJsonObject(value)) return value;
  const copy: MutableJsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, cloneJson(value[key] ?? null));
  return copy;
}
