// Orders and prints JSON values as Go does, for the keys in `fieldsV1` and for paths and errors.

import { formatGoFloat, isJsonArray, isJsonObject, quoteGoString } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { compareTexts } from "../model/compare-texts.ts";

/** An order of all values: numbers, strings, booleans, lists, objects, null. */
export function compareValues(left: JsonValue, right: JsonValue): number {
  const kinds = kindOrder(left) - kindOrder(right);
  if (kinds !== 0) return kinds;
  if (typeof left === "string" && typeof right === "string") return compareTexts(left, right);
  if (isJsonArray(left) && isJsonArray(right)) return compareLists(left, right);
  if (isJsonObject(left) && isJsonObject(right)) return compareObjects(left, right);
  return left === null || right === null || left === right ? 0 : left < right ? -1 : left > right ? 1 : 0;
}

function kindOrder(value: JsonValue): number {
  if (value === null) return 5;
  switch (typeof value) {
    case "number":
    case "bigint":
      return 0;
    case "string":
      return 1;
    case "boolean":
      return 2;
    default:
      return isJsonArray(value) ? 3 : 4;
  }
}

function compareLists(left: readonly JsonValue[], right: readonly JsonValue[]): number {
  for (const [at, item] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    const order = compareValues(item, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareObjects(left: JsonObject, right: JsonObject): number {
  const rights = sortedEntries(right);
  for (const [at, [key, value]] of sortedEntries(left).entries()) {
    const other = rights[at];
    if (other === undefined) return 1;
    const order = compareTexts(key, other[0]) || compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return Object.keys(left).length - rights.length;
}

function sortedEntries(object: JsonObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(object).toSorted(([left], [right]) => compareTexts(left, right));
}

/** A value inside a path: `name="c"`, `port=80`. */
export function formatValue(value: JsonValue): string {
  if (value === null) return "null";
  if (typeof value === "string") return quoteGoString(value);
  if (isJsonArray(value)) return `[${value.map(formatValue).join(",")}]`;
  if (isJsonObject(value)) {
    return sortedEntries(value)
      .map(([key, item]) => `${key}=${formatValue(item)}`)
      .join("");
  }
  return formatScalar(value);
}

/** A value as `%v` prints it. */
export function formatPlain(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (typeof value === "string") return value;
  if (isJsonArray(value)) return `[${value.map(formatPlain).join(" ")}]`;
  if (!isJsonObject(value)) return formatScalar(value);
  return `map[${sortedEntries(value)
    .map(([key, item]) => `${key}:${formatPlain(item)}`)
    .join(" ")}]`;
}

/**
 * A value of a Go type that JSON does not have, which an expression can return. It fits no schema, so it is only printed in messages.
 */
export class GoValue {
  /** As `%T`, `%v` and `%#v` print it. */
  readonly type: string;
  readonly plain: string;
  readonly syntax: string;

  constructor(type: string, plain: string, syntax: string) {
    this.type = type;
    this.plain = plain;
    this.syntax = syntax;
  }
}

/** A value as `%#v` prints it. */
export function formatGoSyntax(value: JsonValue): string {
  if (value === null) return "interface {}(nil)";
  if (typeof value === "string") return quoteGoString(value);
  if (isJsonArray(value)) return `[]interface {}{${value.map(formatGoSyntax).join(", ")}}`;
  if (!isJsonObject(value)) return formatScalar(value);
  return `map[string]interface {}{${sortedEntries(value)
    .map(([key, item]) => `${quoteGoString(key)}:${formatGoSyntax(item)}`)
    .join(", ")}}`;
}

// Numbers of bodies and of `fieldsV1` are floating-point numbers upstream.
function formatScalar(value: number | bigint | boolean): string {
  return typeof value === "boolean" ? String(value) : formatGoFloat(Number(value));
}
