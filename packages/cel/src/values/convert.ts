// Conversions between types: `int("1")`, `string(1.5)`, `timestamp("2024-01-01T00:00:00Z")`.

import { formatGoFloat } from "@kubewright/apimachinery";
import type { CelType } from "../types/type.ts";
import { typeOfValue } from "./describe.ts";
import type { Int } from "./numbers.ts";
import { checkedInt, Double, doubleToInt, doubleToUint, parseDigits, toInt, Uint } from "./numbers.ts";
import {
  checkedTimestamp,
  Duration,
  formatDuration,
  formatTimestamp,
  parseDuration,
  parseTimestamp,
  Timestamp,
  unixSeconds,
} from "./time.ts";
import type { Value } from "./value.ts";
import { CelError, OpaqueValue } from "./value.ts";

/** The value in another type, or an error. */
export function convert(value: Value, target: CelType): Value {
  const type = typeOfValue(value);
  if (target.kind === "type") return type;
  if (target.kind === type.kind) return value;
  return conversion(value, target) ?? new CelError(`type conversion error from '${type.name}' to '${target.name}'`);
}

function conversion(value: Value, target: CelType): Value | undefined {
  switch (target.kind) {
    case "bool":
      return typeof value === "string" ? parseBoolean(value) : undefined;
    case "bytes":
      return typeof value === "string" ? new TextEncoder().encode(value) : undefined;
    case "double":
      return toDouble(value);
    case "duration":
      // The reference reads integers as nanoseconds nowhere: the overload exists, the conversion does not.
      return typeof value === "string" ? parseDuration(value) : undefined;
    case "int":
      return convertToInt(value);
    case "string":
      return toText(value);
    case "timestamp":
      return toTimestamp(value);
    case "uint":
      return convertToUint(value);
    default:
      return undefined;
  }
}

function parseBoolean(text: string): boolean | undefined {
  if (["1", "t", "T", "TRUE", "true", "True"].includes(text)) return true;
  return ["0", "f", "F", "FALSE", "false", "False"].includes(text) ? false : undefined;
}

function toDouble(value: Value): Double | undefined {
  if (typeof value === "number" || typeof value === "bigint") return new Double(Number(value));
  if (value instanceof Uint) return new Double(Number(value.value));
  return typeof value === "string" ? parseDouble(value) : undefined;
}

/** A number as Go's `strconv.ParseFloat` reads it. */
export function parseDouble(text: string): Double | undefined {
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special !== null) {
    const isNan = special[2]?.toLowerCase() === "nan";
    if (isNan) return special[1] === "" ? new Double(Number.NaN) : undefined;
    return new Double(special[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
  }
  if (/_(?![0-9a-fA-F])|(?<![0-9a-fA-FxX])_|[.pP]_/.test(text)) return undefined;
  const digits = text.replaceAll("_", "");
  const isDecimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(digits);
  const number = isDecimal ? Number(digits) : hexadecimalDouble(digits);
  return Number.isFinite(number) ? new Double(number) : undefined;
}

/** `0x1.8p1`; NaN for anything else. */
function hexadecimalDouble(text: string): number {
  const [, sign, whole = "", fraction = "", exponent] =
    /^([+-]?)0[xX](?=\.?[0-9a-fA-F])([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return Number.NaN;
  const mantissa = BigInt(`0x${whole}${fraction}`);
  // The first bits and whether any of the others is set decide how the number is rounded.
  const dropped = Math.max(mantissa.toString(16).length - 32, 0) * 4;
  const kept = mantissa >> BigInt(dropped);
  const rounded = Number(kept << BigInt(dropped) === mantissa ? kept : kept | 1n);
  const scale = Math.min(Math.max(Number(exponent) - 4 * fraction.length + dropped, -2200), 2200);
  const half = Math.trunc(scale / 2);
  return (sign === "-" ? -1 : 1) * rounded * 2 ** half * 2 ** (scale - half);
}

function convertToInt(value: Value): Value | undefined {
  if (value instanceof Double) return doubleToInt(value.value);
  if (value instanceof Uint) return checkedInt(value.value);
  if (value instanceof Timestamp) return toInt(unixSeconds(value));
  if (value instanceof Duration) return toInt(value.nanos);
  if (typeof value !== "string") return undefined;
  const digits = parseDigits(value.replace(/^[+-]/, ""));
  const parsed = digits === undefined ? undefined : checkedInt(value.startsWith("-") ? -digits : digits);
  return parsed instanceof CelError ? undefined : parsed;
}

function convertToUint(value: Value): Value | undefined {
  if (value instanceof Double) return doubleToUint(value.value);
  if (typeof value === "number" || typeof value === "bigint") {
    return value < 0 ? new CelError("unsigned integer overflow") : new Uint(value);
  }
  const digits = typeof value === "string" ? parseDigits(value) : undefined;
  return digits === undefined ? undefined : new Uint(digits);
}

function toText(value: Value): Value | undefined {
  if (typeof value === "boolean" || typeof value === "number" || typeof value === "bigint") return String(value);
  if (value instanceof Double) return formatGoFloat(value.value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Uint8Array) return decodeUtf8(value);
  return value instanceof OpaqueValue ? value.toText() : undefined;
}

function decodeUtf8(bytes: Uint8Array): string | CelError {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new CelError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

function toTimestamp(value: Value): Value | undefined {
  if (typeof value === "number" || typeof value === "bigint") return fromSeconds(value);
  if (typeof value !== "string") return undefined;
  const parsed = parseTimestamp(value);
  return parsed === undefined ? undefined : checkedTimestamp(parsed.nanos, parsed.offsetMinutes);
}

function fromSeconds(seconds: Int): Timestamp | CelError {
  return checkedTimestamp(BigInt(seconds) * 1_000_000_000n);
}
