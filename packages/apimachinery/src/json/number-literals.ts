// The literals of JSON numbers that are not plain integers. Go decodes `1.0` and `1e3` into no integer field, although their values are integers, and
// its errors show the literal. A decoded value has only the number, so the literals are found by parsing the text once more, which few texts need.

import type { JsonObject, JsonValue } from "./json-value.ts";
import { getOwn, isJsonArray, isJsonObject } from "./json-value.ts";
import { parseInChunks } from "./parse-chunks.ts";
import { parseText } from "./parse-text.ts";
import { replaceInSteps } from "./replace.ts";
import type { Work } from "./steps.ts";
import { whenDone, workOf } from "./steps.ts";

/** The members of an object or array with marked numbers. Read member by member: the paths of deeply nested numbers would be long. */
export type NumberLiterals = JsonObject;

/** Matches inside of strings only cost time. */
const unusualNumber = /[:[,]\s*-?\d(?:\d{18}|\d*[.eE])/;
/** Strings, which are skipped, and numbers. */
const stringOrNumber = /"[^"\\]*(?:\\[^][^"\\]*)*"|([:[,]\s*)(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,}\]])/g;
const isUnusual = /[.eE]|\d{19}/;

/** The first character of a string that represents a number: a character of a private-use area. */
const marker = "\uE001";

/**
 * In steps, the value of a valid JSON text with marked numbers: each with a fraction, an exponent or 19 digits is a string that represents it. `undefined` if
 * the text has no such number. Patches apply to such a value as to any other.
 */
export function withMarkedNumbers(text: string): Work<JsonValue | undefined> {
  if (!unusualNumber.test(text)) return undefined;
  let isMarked = false;
  const marking = replaceInSteps(text, stringOrNumber, ([, before = "", literal = ""]) => {
    if (!isUnusual.test(literal)) return undefined;
    isMarked = true;
    return `${before}"${marker}${literal}"`;
  });
  return whenDone(workOf(marking), (marked) =>
    isMarked ? workOf(parseInChunks(marked, (part) => parseText(part))) : undefined,
  );
}

/**
 * The literals of a value with marked numbers; `undefined` if it has no members. A string of a client that looks like a literal counts, too, so check that
 * the decoded value is a number.
 */
export function numberLiteralsOf(marked: JsonValue | undefined): NumberLiterals | undefined {
  return typeof marked === "object" && marked !== null ? (marked as NumberLiterals) : undefined; // An array has keys, too.
}

/** The literals of the numbers in the member `key`: a field, or an item by its index. */
export function numberLiteralsBelow(literals: NumberLiterals | undefined, key: string): NumberLiterals | undefined {
  return numberLiteralsOf(literals && getOwn(literals, key));
}

/** The literal of the number in the member `key`, if it is not a plain integer. */
export function numberLiteralAt(literals: NumberLiterals | undefined, key: string): string | undefined {
  const member = literals && getOwn(literals, key);
  return typeof member === "string" && member.startsWith(marker) ? member.slice(marker.length) : undefined;
}

/** A value with marked numbers whose literals that `encodeJson` would write are numbers again. */
export function withEncodedNumbers(marked: JsonValue): JsonValue {
  if (isJsonArray(marked)) return marked.map(withEncodedNumbers);
  if (isJsonObject(marked)) {
    return Object.fromEntries(Object.entries(marked).map(([key, value]) => [key, withEncodedNumbers(value)]));
  }
  if (typeof marked !== "string" || !marked.startsWith(marker)) return marked;
  const literal = marked.slice(marker.length);
  return String(Number(literal)) === literal ? Number(literal) : marked;
}

const markedString = /"\uE001(-?[\d.eE+-]+)"/g;

/** The JSON of a value with marked numbers, with their literals. */
export function withNumberLiterals(json: string): string {
  return json.replace(markedString, "$1");
}
