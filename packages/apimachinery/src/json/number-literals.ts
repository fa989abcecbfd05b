// The literals of JSON numbers that are not plain integers. Go decodes `1.0` and `1e3` into no integer field, although their values are integers, and
// its errors show the literal. A decoded value has only the number, so the literals are found by parsing the text once more, which few texts need.

import type { JsonValue } from "./json-value.ts";
import { isJsonArray, isJsonObject } from "./json-value.ts";

/** Literals by the path of the value, in the format of kube-apiserver: `spec.containers[0].ports[0].containerPort`. */
export type NumberLiterals = ReadonlyMap<string, string>;

/** Matches inside of strings only cost time. */
const unusualNumber = /[:[,]\s*-?\d+(?:[.eE]|\d{18})/;
const number = /([:[,]\s*)(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,}\]])/g;
const isUnusual = /[.eE]|\d{19}/;

/** The first character of a string that represents a number: a character of a private-use area. */
const marker = "\uE001";

/**
 * The value of a valid JSON text in which each number with a fraction, an exponent or 19 digits is a string that represents it. `undefined` if the text has
 * no such number. Patches apply to such a value as to any other.
 */
export function withMarkedNumbers(text: string): JsonValue | undefined {
  if (!unusualNumber.test(text)) return undefined;
  const isInString = stringsOf(text);
  let isMarked = false;
  const marked = text.replace(number, (match, before: string, literal: string, at: number) => {
    if (!isUnusual.test(literal) || isInString(at)) return match;
    isMarked = true;
    return `${before}"${marker}${literal}"`;
  });
  return isMarked ? (JSON.parse(marked) as JsonValue) : undefined; // The result of JSON.parse is a JsonValue.
}

/** Returns a function that returns whether a place is inside a string. It is called for places in the order of the text. */
function stringsOf(text: string): (at: number) => boolean {
  const strings = /"(?:[^"\\]|\\[^])*"/g;
  let found = strings.exec(text);
  return (at) => {
    while (found !== null && found.index + found[0].length <= at) found = strings.exec(text);
    return found !== null && found.index <= at;
  };
}

/** The literals of a value with marked numbers. A string of a client that looks like one counts, too, so check that the decoded value is a number. */
export function numberLiteralsOf(marked: JsonValue): NumberLiterals {
  const literals = new Map<string, string>();
  const steps: string[] = [];
  const visit = (value: JsonValue): void => {
    if (typeof value === "string") {
      if (value.startsWith(marker)) literals.set(steps.join(""), value.slice(marker.length));
    } else if (isJsonArray(value)) {
      for (const [index, item] of value.entries()) visitAt(`[${index}]`, item);
    } else if (isJsonObject(value)) {
      for (const [key, child] of Object.entries(value)) visitAt(steps.length === 0 ? key : `.${key}`, child);
    }
  };
  const visitAt = (step: string, value: JsonValue): void => {
    steps.push(step);
    visit(value);
    steps.pop();
  };
  visit(marked);
  return literals;
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
