// `x in [1, 2, 3]` with constants: a lookup in a set.

import { Double, losslessInt, Uint } from "../values/numbers.ts";
import type { ListValue, Value } from "../values/value.ts";
import { CelError } from "../values/value.ts";

type Key = string | number | bigint | boolean | symbol;

/** Whether a value is in a list of constants; undefined if the list holds more than booleans, numbers and strings. */
export function constantMembership(list: ListValue): ((value: Value) => Value) | undefined {
  const keys = new Set<Key>();
  for (const item of list.items()) {
    const key = keyOf(item);
    if (key === undefined) return undefined;
    keys.add(key);
  }
  return (value) => {
    if (value instanceof CelError) return value;
    const key = keyOf(value);
    return key !== undefined && keys.has(key);
  };
}

function keyOf(value: Value): Key | undefined {
  if (typeof value === "string") return `s${value}`;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return value;
  if (!(value instanceof Double || value instanceof Uint)) return undefined;
  const int = losslessInt(value);
  if (int !== undefined) return int;
  if (value instanceof Uint) return value.value;
  // NaN is equal to nothing, not even to itself.
  return Number.isNaN(value.value) ? Symbol("NaN") : value.value;
}
