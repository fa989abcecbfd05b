/**
 * Scalars that are strings in JSON: times, bytes, quantities. Each function returns the canonical string, which kube-apiserver stores and
 * prints, or throws its error.
 */
import { canonicalQuantity, formatQuantity, parseGoTime, parseQuantity, quantityValue } from "@kubewright/apimachinery";
import type { GoTime } from "@kubewright/apimachinery";
import { DecodeError } from "./decode-error.ts";

/** Converts a time to UTC and whole seconds: `2026-11-20T21:26:30Z`. */
export function canonicalTime(text: string): string {
  return canonicalTimePattern.test(text) ? text : `${dateTime(timeOf(text, "seconds"))}Z`;
}

/** Times on days that every month has. The server reads its own times often, so they take this fast path. */
const canonicalTimePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Converts a time to UTC and six digits of a second: `2026-11-20T21:26:30.000000Z`. */
export function canonicalMicroTime(text: string): string {
  const time = timeOf(text, "microseconds");
  return `${dateTime(time)}.${String(Math.floor(time.nanos / 1000)).padStart(6, "0")}Z`;
}

function timeOf(text: string, precision: "seconds" | "microseconds"): GoTime {
  const time = parseGoTime(text, precision);
  if (typeof time === "string") throw new DecodeError(time);
  return time;
}

/** The date and time in UTC. The offset can shift a time out of the years 0 to 9999, which Go prints without the zeros of ISO 8601. */
function dateTime({ seconds }: GoTime): string {
  const iso = new Date(seconds * 1000).toISOString();
  return iso.slice(0, -".000Z".length).replace(/^\+0|^(-)00/, "$1");
}

/** Converts a quantity, a string or a number, to its canonical string: `500m` for `0.5`. Rounds up to multiples of ten to the power of `scale`, if given. */
export function decodeQuantity(value: unknown, scale?: number): string {
  const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  const canonical = isScalar ? canonicalQuantity(withoutSpaces(String(value))) : undefined;
  if (canonical !== undefined)
    return scale !== undefined && smallUnit.test(canonical) ? roundedUp(canonical, scale) : canonical;
  throw new DecodeError("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
}

/** Go trims the JSON of a quantity, where control characters are escaped. */
function withoutSpaces(text: string): string {
  const trimmed = text.trim();
  return trimmed.length === text.length || /[\t-\r\uFEFF]/u.test(text) ? text : trimmed;
}

/** In a canonical quantity that may have a fraction of a thousandth. */
const smallUnit = /[.nu]|e-/i;

function roundedUp(canonical: string, scale: number): string {
  const quantity = parseQuantity(canonical);
  if (quantity.exponent >= scale) return canonical;
  return formatQuantity({ unscaled: quantityValue(quantity, scale), exponent: scale, format: quantity.format });
}

/** Checks base64 with padding, as Go's standard encoding reads it. Line breaks are allowed and dropped. */
export function canonicalBytes(text: string): string {
  const compact = text.replaceAll(/[\r\n]/g, "");
  const illegal = /^[A-Za-z0-9+/]*/.exec(compact)?.[0].length ?? 0;
  const padding = compact.slice(illegal);
  if (compact.length % 4 === 0 && (padding === "" || padding === "=" || padding === "==")) return compact;
  const position = padding === "" ? compact.length - (compact.length % 4) : illegal;
  throw new DecodeError(`illegal base64 data at input byte ${position}`);
}
