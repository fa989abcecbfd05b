// Reads single values out of the JSON of an object without parsing the object. The JSON comes from an API server; JSON that is not valid gives
// wrong positions, which the parser then rejects, and never an endless loop.

import { decodeJson } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Half open: `end` is the first index behind the range. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Strings up to this length are read without a decoder: names, namespaces, uids and versions are shorter. */
const shortMax = 512;
const short = Buffer.allocUnsafeSlow(shortMax);

/** The string whose opening quote is at `start`; `undefined` if the value is not a string, or empty. */
export function stringAt(bytes: Uint8Array, start: number): string | undefined {
  const length = copyPlainString(bytes, start, short, 0);
  if (length !== undefined) return length === 0 ? undefined : short.toString("latin1", 0, length);
  if (bytes[start] !== quote) return undefined;
  const value = valueAt(bytes, start);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The strings at both positions with "/" between them. */
export function joinedStringsAt(bytes: Uint8Array, first: number, second: number): string {
  const firstLength = copyPlainString(bytes, first, short, 0);
  if (firstLength !== undefined && firstLength < shortMax) {
    short[firstLength] = 0x2f;
    const secondLength = copyPlainString(bytes, second, short, firstLength + 1);
    if (secondLength !== undefined) return short.toString("latin1", 0, firstLength + 1 + secondLength);
  }
  return `${stringAt(bytes, first) ?? ""}/${stringAt(bytes, second) ?? ""}`;
}

/**
 * The value that begins at `start`.
 *
 * @throws {JsonSyntaxError} if it is not JSON.
 */
export function valueAt(bytes: Uint8Array, start: number): JsonValue {
  return decodeJson(bytes.subarray(start, endOfValue(bytes, start))).value;
}

/** The index behind the value that begins at `start`. */
export function endOfValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start];
  if (first === quote) return endOfString(bytes, start + 1);
  let open = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === closeBrace || byte === closeBracket) {
      if (open <= 1) return open === 0 ? at : at + 1;
      open -= 1;
    } else if (byte === openBrace || byte === openBracket) open += 1;
    else if (open === 0 && (byte === 0x2c || byte <= 0x20)) return at;
    at = byte === quote ? endOfString(bytes, at + 1) : at + 1;
  }
  return at;
}

/** Copies the content of a short ASCII string without escapes. Returns its length; `undefined` for any other value. */
function copyPlainString(bytes: Uint8Array, start: number, target: Uint8Array, offset: number): number | undefined {
  if (bytes[start] !== quote) return undefined;
  const from = start + 1;
  const max = Math.min(bytes.length - from, target.length - offset);
  for (let index = 0; index < max; index += 1) {
    const byte = bytes[from + index] ?? 0;
    if (byte === quote) return index;
    if (byte === backslash || byte >= 0x80) return undefined;
    target[offset + index] = byte;
  }
  return undefined;
}

/** The index behind the closing quote; `from` is behind the opening quote. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    at += 1;
    if (byte === quote) return at;
    if (byte === backslash) at += 1;
  }
  return bytes.length;
}
