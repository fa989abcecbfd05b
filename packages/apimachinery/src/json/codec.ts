// Lossless JSON. Uses JSON.parse and JSON.stringify, because nothing is faster. A cheap test finds values that they would change, for which
// a slower path is used:
// - an integer beyond 2^53 becomes a bigint, and is printed as that integer again;
// - duplicate keys are reported on request (as in kube-apiserver, which keeps the last value and warns);
// - a number too large for a double is rejected, as in kube-apiserver, instead of becoming Infinity and then null;
// - keys such as "__proto__" become own keys, which JSON.parse does by itself.

import { JsonSyntaxError } from "./errors.ts";
import type { JsonValue, MutableJsonObject } from "./json-value.ts";
import { setOwn } from "./json-value.ts";
import { countKeyEnds, countKeys } from "./key-counts.ts";
import { parseInChunks, wholeLengthMax } from "./parse-chunks.ts";
import { parseText } from "./parse-text.ts";
import { replaceInSteps } from "./replace.ts";
import { scanJson } from "./scan.ts";
import type { Work } from "./steps.ts";
import { afterPause, finish, whenDone, whenFailed, workOf } from "./steps.ts";

/** Optional checks of the text. */
export interface DecodeJsonOptions {
  /** Reports duplicate keys. Requires a second pass over the text and the value. Default: false. */
  readonly reportDuplicates?: boolean;
  /**
   * Rejects deeper nesting. Use it for input: functions over values are recursive, so a text with a million brackets must
   * be rejected. Requires counting its brackets. Default: no limit; servers use `jsonDepthMax`.
   */
  readonly depthMax?: number;
  /** Accepts numbers that are too large for a double, as infinite values. Default: false, they are errors. */
  readonly acceptsInfinity?: boolean;
}

/** A decoded text. */
export interface DecodedJson {
  readonly value: JsonValue;
  /**
   * Paths of duplicate keys in the format of kube-apiserver (`spec.containers[0].name`), each once, at
   * most 100. Empty unless `reportDuplicates` is set.
   */
  readonly duplicateKeys: readonly string[];
}

/** The maximum nesting of input: far more than any real object has, and far below the limit of the stack. */
export const jsonDepthMax = 1000;

/** The maximum nesting of kube-apiserver's decoder. */
const goDepthMax = 10_000;

/**
 * Decodes a JSON text; bytes are UTF-8. The last value of a duplicate key is used.
 *
 * Integers within int64 are exact: beyond 2^53 they are `bigint`. An integer beyond int64 becomes a floating-point
 * number, as in a kube-apiserver. The escape of a lone surrogate becomes U+FFFD, as in Go.
 *
 * @throws {JsonSyntaxError} with the message of a kube-apiserver when the text is not JSON, holds a number too large for
 * a double, or is nested deeper than `depthMax`.
 */
export function decodeJson(input: string | Uint8Array, options: DecodeJsonOptions = {}): DecodedJson {
  return finish(decode(input, options, false));
}

/** Like `decodeJson`, in steps. */
export function decodeJsonInSteps(input: string | Uint8Array, options: DecodeJsonOptions = {}): Work<DecodedJson> {
  return decode(input, options, true);
}

function decode(input: string | Uint8Array, options: DecodeJsonOptions, mayPause: boolean): Work<DecodedJson> {
  const bytes = typeof input === "string" ? undefined : input;
  return whenDone(withoutLoneSurrogates(typeof input === "string" ? input : decodeUtf8(input)), (text) => {
    const { reportDuplicates = false, depthMax, acceptsInfinity = false } = options;
    const isShallow = depthMax === undefined || !hasMoreBrackets(text, depthMax);
    const checking = isShallow ? undefined : workOf(scanJson(text, { depthMax }));
    const parsing = afterPause(checking, () => parse(text, bytes, { acceptsInfinity, mayPause }));
    return afterPause(parsing, (value) =>
      reportDuplicates ? withDuplicates(text, value) : { value, duplicateKeys: [] },
    );
  });
}

function withDuplicates(text: string, value: JsonValue): Work<DecodedJson> {
  return afterPause(countKeyEnds(text), (ends) =>
    afterPause(countKeys(value), (keys) => {
      const scanning = keys === ends ? [] : workOf(scanJson(text, { reportDuplicates: true }));
      return whenDone(scanning, (duplicateKeys) => ({ value, duplicateKeys }));
    }),
  );
}

/**
 * Encodes a value as compact JSON. `bigint` values are printed as integers; undefined fields are left out. Lone surrogates become U+FFFD, as the bytes that
 * are not UTF-8 do in Go.
 */
export function encodeJson(value: unknown): string {
  try {
    return stringify(value);
  } catch (error) {
    // Hardly any value has a bigint, and the search for one takes as long as JSON.stringify.
    if (error instanceof TypeError && hasBigint(value)) return encodeParts(value);
    throw error;
  }
}

/** Searches for a bigint first: of many parts with a bigint, each would cost an error of JSON.stringify, which takes longer than the search. */
function encodePart(value: unknown): string {
  return hasBigint(value) ? encodeParts(value) : stringify(value);
}

function stringify(value: unknown): string {
  // The type of JSON.stringify is string, but it returns undefined for undefined and functions.
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`Cannot encode as JSON: got ${typeof value}, expected a JSON value`);
  return text.includes("\\ud") ? text.replace(loneSurrogate, "$1\\ufffd") : text;
}

/** The escape of a lone surrogate, after escaped backslashes. JSON.stringify does not escape surrogates in pairs. */
const loneSurrogate = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;

function hasBigint(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value === "bigint";
  if (Array.isArray(value)) {
    for (const item of value) if (hasBigint(item)) return true;
    return false;
  }
  for (const key in value) if (hasBigint((value as { readonly [key: string]: unknown })[key])) return true;
  return false;
}

/** Encodes a value that contains a bigint. */
function encodeParts(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map((item: unknown) => encodePart(item ?? null)).join(",")}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([key, field]) => `${stringify(key)}:${encodePart(field)}`).join(",")}}`;
}

/** Encodes a value as compact JSON in UTF-8 bytes. See `encodeJson`. */
export function encodeJsonBytes(value: unknown): Uint8Array {
  return Buffer.from(encodeJson(value), "utf8");
}

/** Every escape of the text: a pair of surrogates, a lone one, or any other. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|[^])/g;
const surrogate = /\\u[dD][89a-fA-F]/;
const lengthOfOneEscape = 6;

/** A string with a lone surrogate has no form in UTF-8, so it could not be stored and read again. */
function withoutLoneSurrogates(text: string): Work<string> {
  if (!text.includes("\\u") || !surrogate.test(text)) return text;
  return workOf(
    replaceInSteps(text, escapes, ([escape]) => (escape.length === lengthOfOneEscape ? "\\ufffd" : undefined)),
  );
}

// Nesting cannot exceed the number of opening brackets, which is usually far below the limit.
function hasMoreBrackets(text: string, limit: number): boolean {
  let left = limit;
  for (const bracket of ["{", "["]) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) if (left-- === 0) return true;
  }
  return false;
}

// A number of 16 or more digits, or with an exponent, which a double may not represent. Matches inside of strings only
// cost time.
const riskyNumber = /[:[,]\s*-?(?:\d{16}|\d[\d.]*[eE])/;

/** The text is only a number. Separate, because an alternative in `riskyNumber` would double the time of the search. */
const onlyNumber = /^\s*-?\d/;

interface ParseOptions {
  readonly acceptsInfinity: boolean;
  readonly mayPause: boolean;
}

/** @param bytes The text before it was decoded, for errors. */
function parse(
  text: string,
  bytes: Uint8Array | undefined,
  { acceptsInfinity, mayPause }: ParseOptions,
): Work<JsonValue> {
  const parsePart = (part: string): JsonValue => parsePlainOrRisky(part, acceptsInfinity);
  // Without pauses, chunks only help against risky numbers: the chunks without one are parsed faster.
  const isWhole = text.length <= wholeLengthMax || (!mayPause && !riskyNumber.test(text));
  const parsing = (): Work<JsonValue> => (isWhole ? parsePart(text) : workOf(parseInChunks(text, parsePart)));
  return whenFailed(parsing, (error) => {
    if (!(error instanceof SyntaxError)) throw error;
    // The scanner finds the same error, or excessive nesting, and throws it with the message of kube-apiserver.
    const scanning =
      bytes === undefined
        ? scanJson(text, { depthMax: goDepthMax })
        : scanJson(decodeLatin1(bytes), { depthMax: goDepthMax, ofBytes: true });
    return whenDone(workOf(scanning), () => {
      throw new JsonSyntaxError(error.message, { cause: error });
    });
  });
}

function parsePlainOrRisky(text: string, acceptsInfinity: boolean): JsonValue {
  if (onlyNumber.test(text)) return parseWithSources(text, acceptsInfinity);
  if (!riskyNumber.test(text)) return parseText(text);
  if (text.includes(marker) || text.includes("\\u")) return parseWithSources(text, acceptsInfinity);
  const value = parseText(withMarkedIntegers(text));
  return unmark(value) ? value : parseWithSources(text, acceptsInfinity);
}

/** Parses any text. */
function parseWithSources(text: string, acceptsInfinity: boolean): JsonValue {
  return parseText(text, (value, source) =>
    typeof value === "number" && source !== undefined && !(acceptsInfinity && Math.abs(value) === Infinity)
      ? exactNumber(value, source)
      : value,
  );
}

/** The first character of a string that represents a large integer: a character of a private-use area. */
const marker = "\uE000";

const largeInteger = /(?<=[:[,]\s*)-?[1-9]\d{15,}(?=\s*[,}\]])/g;

/** The text with each large integer as a string with a marker, so that it is parsed without a reviver. */
function withMarkedIntegers(text: string): string {
  let marked = "";
  let end = 0;
  let quotes = 0;
  let at = text.indexOf('"');
  for (const { 0: digits, index } of text.matchAll(largeInteger)) {
    for (; at !== -1 && at < index; at = text.indexOf('"', at + 1)) if (!isEscaped(text, at)) quotes++;
    if (quotes % 2 === 1) continue; // Inside a string.
    marked += `${text.slice(end, index)}"${marker}${digits}"`;
    end = index + digits.length;
  }
  return marked + text.slice(end);
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === "\\") start--;
  return (at - start) % 2 === 1;
}

/**
 * Replaces the marked strings by their integers, in place. Returns false if a number is infinite, so that its source is needed for the error. Without
 * recursion, because the depth may not be limited.
 */
function unmark(value: JsonValue): boolean {
  const pending: JsonValue[] = [value];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item !== "object" || item === null) continue;
    const container = item as MutableJsonObject; // Just decoded. An array has keys, too.
    for (const key of Object.keys(container)) {
      const child = container[key];
      if (typeof child === "object" && child !== null) pending.push(child);
      else if (child === Number.POSITIVE_INFINITY || child === Number.NEGATIVE_INFINITY) return false;
      else if (typeof child === "string" && child.startsWith(marker)) {
        const source = child.slice(marker.length);
        setOwn(container, key, exactNumber(Number(source), source));
      }
    }
  }
  return true;
}

const int64Min = -(2n ** 63n);
const int64Max = 2n ** 63n - 1n;

function exactNumber(value: number, source: string): number | bigint {
  if (Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) {
    throw new JsonSyntaxError(`json: cannot unmarshal number ${source} into Go value of type float64`);
  }
  // Every int64 has at most 20 characters. A huge bigint would take too long.
  if (source.length > 20 || !/^-?\d+$/.test(source)) return value;
  const integer = BigInt(source);
  return integer >= int64Min && integer <= int64Max ? integer : value;
}

function decodeLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
