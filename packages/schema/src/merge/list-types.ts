// The types of lists and their items in a strategic merge patch.
import { isJsonArray } from "@kubewright/apimachinery";
import type { JsonArray, JsonValue } from "@kubewright/apimachinery";
import { badType, formatGoValue, notComparable, StrategicMergeError } from "./errors.ts";

/** Two lists merge only if all their items are of one type, and that is not a list. Returns the type, or throws. */
export function assertSameTypes(...lists: readonly JsonArray[]): string {
  const [first, ...others] = lists.flat().map(itemTypeOf);
  if (first === undefined) throw new StrategicMergeError("no elements in any of the given slices");
  if (first === "null") throw notComparable("a patch of a list", null);
  if (first === "array") throw new StrategicMergeError("lists of lists are not supported", "unsupported");
  if (others.some((other) => other !== first)) {
    throw new StrategicMergeError(`list element types are not identical: ${formatGoValue(lists)}`);
  }
  return first;
}

export function itemTypeOf(value: JsonValue): string {
  if (value === null) return "null";
  if (isJsonArray(value)) return "array";
  return typeof value === "number" && !Number.isInteger(value)
    ? "float64"
    : typeof value === "bigint"
      ? "number"
      : typeof value;
}

export function listOf(value: JsonValue | undefined): JsonArray {
  if (!isJsonArray(value)) throw badType("list", value ?? null);
  return value;
}

export function optionalListOf(value: JsonValue | undefined): JsonArray | undefined {
  return value === undefined ? undefined : listOf(value);
}
