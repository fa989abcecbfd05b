// Values in format strings, as version 2 of the string library of cel-go prints them: numbers with a fraction are printed for
// an English reader, with commas between thousands.

import { quoteGoString } from "@kubewright/apimachinery";
import { compareStrings } from "../values/compare.ts";
import { convert } from "../values/convert.ts";
import { formatValue, typeOfValue } from "../values/describe.ts";
import { Double, Uint } from "../values/numbers.ts";
import { Duration, Timestamp } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, MapValue } from "../values/value.ts";
import { doubleType, stringType } from "../types/type.ts";
import { FormatError } from "./format-clauses.ts";

const defaultPrecision = 6;

/** The text of an argument; undefined if the clause does not fit it. */
export function formatArgument(clause: string, value: Value, precision: number = defaultPrecision): string | undefined {
  switch (clause) {
    case "s":
      return formatText(value);
    case "d":
      return integerOf(value)?.toString();
    case "b":
      return typeof value === "boolean" ? String(Number(value)) : integerOf(value)?.toString(2);
    case "o":
      return integerOf(value)?.toString(8);
    case "x":
      return formatHex(value);
    case "X":
      return formatHex(value)?.toUpperCase();
    default:
      return formatNumber(clause, value, precision);
  }
}

function integerOf(value: Value): number | bigint | undefined {
  if (typeof value === "number" || typeof value === "bigint") return value;
  return value instanceof Uint ? value.value : undefined;
}

function formatHex(value: Value): string | undefined {
  if (typeof value === "string") return Buffer.from(value).toString("hex");
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : integerOf(value)?.toString(16);
}

function formatNumber(clause: string, value: Value, precision: number): string | undefined {
  const isSpecial = typeof value === "string" && ["NaN", "Infinity", "-Infinity"].includes(value);
  const double = isSpecial ? convert(value, doubleType) : value;
  if (!(double instanceof Double)) return undefined;
  const number = double.value;
  if (!Number.isFinite(number)) return Number.isNaN(number) ? "NaN" : number > 0 ? "∞" : "-∞";
  return clause === "f" ? formatFixed(number, precision) : formatScientific(number, precision);
}

function formatFixed(number: number, precision: number): string {
  const [whole = "", fraction] = toFixedHalfEven(number, Math.min(precision, 100)).split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A number with a fixed count of digits after the point. A tie, which only some numbers have exactly, goes to the even digit. */
export function toFixedHalfEven(number: number, precision: number): string {
  const magnitude = Math.abs(number);
  const exact = magnitude < 1e21 ? BigInt(magnitude.toFixed(digitsMax).replace(".", "")) : BigInt(magnitude) * scaleMax;
  const text = divideHalfEven(exact, 10n ** BigInt(digitsMax - precision))
    .toString()
    .padStart(precision + 1, "0");
  const sign = number < 0 ? "-" : "";
  const point = text.length - precision;
  return precision === 0 ? sign + text : `${sign}${text.slice(0, point)}.${text.slice(point)}`;
}

const digitsMax = 100;
const scaleMax = 10n ** BigInt(digitsMax);

function divideHalfEven(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  const twice = (value % divisor) * 2n;
  return twice > divisor || (twice === divisor && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

// The reference passes the precision as a width.
function formatScientific(number: number, width: number): string {
  const [mantissa = "", exponent = "+0"] = number.toExponential(defaultPrecision).split("e");
  const digits = exponent.replace(/^[+-]/, "").padStart(2, "0");
  const raised = Array.from(digits, (digit) => superscripts.charAt(Number(digit))).join("");
  return `${mantissa}×10${exponent.startsWith("-") ? "⁻" : ""}${raised}`.padStart(width);
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function formatText(value: Value): string | undefined {
  if (value === null) return "null";
  if (value instanceof ListValue) return formatList(value);
  if (value instanceof MapValue) return formatMap(value);
  const { kind, name } = typeOfValue(value);
  if (kind === "type") return formatValue(value);
  if (kind === "opaque" || kind === "struct" || kind === "error") return undefined;
  const text = convert(value, stringType);
  if (typeof text === "string") return text;
  const reason = text instanceof CelError ? text.message : name;
  throw new FormatError(`error during formatting: could not convert argument "${reason}" to string`);
}

function formatList(list: ListValue): string {
  return `[${list.items().map(formatMember).join(", ")}]`;
}

function formatMap(map: MapValue): string {
  const entries = map.keys().map((key) => {
    const text = typeof key === "string" ? quoteGoString(key) : formatValue(key);
    return { text, value: formatMember(map.find(key) ?? null) };
  });
  const sorted = entries.toSorted((left, right) => compareStrings(left.text, right.text));
  return `{${sorted.map(({ text, value }) => `${text}:${value}`).join(", ")}}`;
}

// Members show their types where the text alone does not.
function formatMember(value: Value): string {
  if (typeof value === "string") return quoteGoString(value);
  if (value instanceof Timestamp) return `timestamp(${quoteGoString(formatText(value) ?? "")})`;
  if (value instanceof Duration) return `duration(${quoteGoString(formatText(value) ?? "")})`;
  if (value instanceof Uint8Array) return `b${quoteGoString(formatText(value) ?? "")}`;
  if (value instanceof Double) return formatDoubleMember(value.value);
  const text = formatText(value);
  if (text !== undefined) return text;
  throw new FormatError(`error during formatting: no formatting function for ${typeOfValue(value).name}`);
}

function formatDoubleMember(value: number): string {
  if (Number.isFinite(value)) return value.toFixed(defaultPrecision);
  return Number.isNaN(value) ? '"NaN"' : value > 0 ? '"+Inf"' : '"-Inf"';
}
