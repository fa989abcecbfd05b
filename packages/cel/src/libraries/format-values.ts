// Values in format strings, as version 2 of the string library of cel-go prints them: numbers with a fraction are printed for
// an English reader, with commas between thousands.

import { quoteGoString } from "@kubewright/apimachinery";
import { compareStrings } from "../values/compare.ts";
import { convert } from "../values/convert.ts";
import { formatValue, typeOfValue } from "../values/describe.ts";
import { Double, Uint } from "../values/numbers.ts";
import { createdLengthMax, tooLong } from "../values/result-limits.ts";
import { Duration, Timestamp } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, MapValue } from "../values/value.ts";
import { doubleType, stringType } from "../types/type.ts";
import { FormatError } from "../checking/format-clauses.ts";

const defaultPrecision = 6;
/** The most digits after a point that the reference prints. Beyond, it prints fewer, whose number follows no rule. */
const digitsMax = 255;
/** Go's formatting rejects a width or precision with another digit after a number above this. */
const goNumberMax = 1_000_000;

/** The formatted argument; undefined if the clause does not fit it. */
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
  if (Math.trunc(precision / 10) > goNumberMax) return "%!(NOVERB)";
  const number = double.value;
  if (!Number.isFinite(number)) {
    const name = Number.isNaN(number) ? "NaN" : number > 0 ? "∞" : "-∞";
    return clause === "f" ? name : padTo(name, precision);
  }
  return clause === "f" ? formatFixed(number, precision) : formatScientific(number, precision);
}

function formatFixed(number: number, precision: number): string {
  const [whole = "", fraction] = toFixedHalfEven(number, Math.min(precision, digitsMax)).split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A number with a fixed count of digits after the point. A tie, which only some numbers have exactly, goes to the even digit. */
export function toFixedHalfEven(number: number, precision: number): string {
  const { mantissa, exponent } = partsOf(Math.abs(number));
  const scaled = mantissa * 10n ** BigInt(precision);
  const digits = exponent >= 0 ? scaled << BigInt(exponent) : divideHalfEven(scaled, 1n << BigInt(-exponent));
  const text = digits.toString().padStart(precision + 1, "0");
  const sign = number < 0 ? "-" : "";
  const point = text.length - precision;
  return precision === 0 ? sign + text : `${sign}${text.slice(0, point)}.${text.slice(point)}`;
}

/** The integers of which a double consists: `mantissa * 2 ** exponent`. */
function partsOf(number: number): { readonly mantissa: bigint; readonly exponent: number } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, number);
  const fraction = bits.getBigUint64(0) & ((1n << 52n) - 1n);
  const biased = Number(bits.getBigUint64(0) >> 52n);
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

function divideHalfEven(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  const twice = (value % divisor) * 2n;
  return twice > divisor || (twice === divisor && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

function formatScientific(number: number, width: number): string {
  const [mantissa = "", exponent = "+0"] = number.toExponential(defaultPrecision).split("e");
  const digits = exponent.replace(/^[+-]/, "").padStart(2, "0");
  const raised = Array.from(digits, (digit) => superscripts.charAt(Number(digit))).join("");
  return padTo(`${mantissa}×10${exponent.startsWith("-") ? "⁻" : ""}${raised}`, width);
}

// The reference passes the precision as a width, which has 16 bits.
function padTo(text: string, width: number): string {
  return text.padStart(width % 2 ** 16);
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
  return `[${joinMembers(list.items(), formatMember)}]`;
}

function formatMap(map: MapValue): string {
  const entries = map.keys().map((key) => {
    const text = typeof key === "string" ? quoteGoString(key) : formatValue(key);
    return { text, key };
  });
  const sorted = entries.toSorted((left, right) => compareStrings(left.text, right.text));
  return `{${joinMembers(sorted, ({ text, key }) => `${text}:${formatMember(map.find(key) ?? null)}`)}}`;
}

/** @throws {FormatError} when the members together are too long. A list can hold one long string many times. */
function joinMembers<T>(members: readonly T[], formatOne: (member: T) => string): string {
  let joined = "";
  for (const [index, member] of members.entries()) {
    joined += `${index === 0 ? "" : ", "}${formatOne(member)}`;
    if (joined.length > createdLengthMax) throw new FormatError(tooLong().message);
  }
  return joined;
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
