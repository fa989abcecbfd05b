// The types of values, and values inside messages as Go prints them.

import { formatGoFloat } from "@kubewright/apimachinery";
import type { CelType } from "../types/type.ts";
import {
  boolType,
  bytesType,
  CelType as CelTypeClass,
  doubleType,
  durationType,
  errorType,
  intType,
  listType,
  mapType,
  nullType,
  optionalType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from "../types/type.ts";
import { codePointCount } from "./code-points.ts";
import { Double, Uint } from "./numbers.ts";
import { Duration, formatTimestamp, Timestamp } from "./time.ts";
import type { Value } from "./value.ts";
import { CelError, ListValue, MapValue, OpaqueValue, Optional } from "./value.ts";

/** The type of a value at run time. */
export function typeOfValue(value: Value): CelType {
  switch (typeof value) {
    case "boolean":
      return boolType;
    case "number":
    case "bigint":
      return intType;
    case "string":
      return stringType;
    default:
      return value === null ? nullType : typeOfObject(value);
  }
}

function typeOfObject(value: Exclude<Value, null | boolean | number | bigint | string>): CelType {
  if (value instanceof ListValue) return listType;
  if (value instanceof MapValue) return mapType;
  if (value instanceof Double) return doubleType;
  if (value instanceof Uint) return uintType;
  if (value instanceof Uint8Array) return bytesType;
  if (value instanceof Timestamp) return timestampType;
  if (value instanceof Duration) return durationType;
  if (value instanceof Optional) return optionalType;
  if (value instanceof CelTypeClass) return typeType;
  return value instanceof CelError ? errorType : value.type;
}

/** The type of a value in the reference's own code, which some messages name. */
export function goTypeOfValue(value: Value): string {
  if (value instanceof ListValue || value instanceof MapValue || value instanceof OpaqueValue) return value.goType;
  if (value instanceof Optional) return "*types.Optional";
  if (value instanceof CelTypeClass) return "*types.Type";
  const { text } = typeOfValue(value);
  return `types.${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A value inside a message. */
export function formatValue(value: Value): string {
  switch (typeof value) {
    case "boolean":
    case "number":
    case "bigint":
    case "string":
      return String(value);
    default:
      return value === null ? "null" : formatObject(value);
  }
}

function formatObject(value: Exclude<Value, null | boolean | number | bigint | string>): string {
  if (value instanceof Double) return formatGoFloat(value.value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof ListValue) return `[${value.items().map(formatValue).join(", ")}]`;
  if (value instanceof MapValue) {
    const entries = value.keys().map((key) => `${formatValue(key)}: ${formatValue(value.find(key) ?? null)}`);
    return `{${entries.join(", ")}}`;
  }
  if (value instanceof Optional) {
    return value.value === undefined ? "optional.none()" : `optional(${formatValue(value.value)})`;
  }
  if (value instanceof Uint8Array) return `[${Array.from(value).join(" ")}]`;
  if (value instanceof CelError) return value.message;
  if (value instanceof CelTypeClass) return value.text;
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return `${value.nanos}ns`;
  return value instanceof OpaqueValue ? (value.toText() ?? value.type.name) : "";
}

/** A value as Go's `%v` prints it: null is the number behind it. */
export function formatGoValue(value: Value): string {
  return value === null ? "0" : formatValue(value);
}

/** The size of a value that costs are computed from. */
export function sizeOf(value: Value): number {
  if (typeof value === "string") return codePointCount(value);
  if (value instanceof ListValue || value instanceof MapValue || value instanceof OpaqueValue) return value.size;
  if (value instanceof Uint8Array) return value.length;
  return value instanceof Optional && value.value !== undefined ? sizeOf(value.value) : 1;
}
