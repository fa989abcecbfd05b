// JSON.parse with the right keys. V8 predicts a key from earlier objects, also of earlier texts, and compares the prediction with the source of the key, not
// with the key: https://github.com/nodejs/node/issues/63785
//
//   JSON.parse('{"x":0,"\\\\":1}');
//   JSON.parse('{"x":0,"\\u0041":2}'); // {"x":0,"\\":2}
//
// So a wrong key is the beginning of a source, up to the length of the right key. It contains the backslash of the first escape, which right keys hardly ever
// do. If the value has a key with a backslash, the text is parsed once more, without escapes in its keys.
import { endOfString, isSpace } from "./characters.ts";
import type { JsonValue, MutableJsonObject } from "./json-value.ts";
import { setOwn } from "./json-value.ts";
import { nativeJson } from "../go/native-json.ts";

/** Replaces a primitive value; `source` is the source of a number or literal. */
export type Revive = (value: unknown, source: string | undefined) => unknown;

/**
 * Parses a text as JSON.parse does, except that its keys do not depend on other objects.
 *
 * @throws {SyntaxError} for a text that is not JSON, and what `revive` throws.
 */
export function parseText(text: string, revive?: Revive): JsonValue {
  const value = parseAny(text, revive);
  const isSuspect = text.includes("\\") && mayHaveWrongKey(value, recursionMax);
  return isSuspect ? parseWithPlainKeys(text, revive) : value;
}

function parseAny(text: string, revive: Revive | undefined): JsonValue {
  // The result of JSON.parse is a JsonValue by definition. A reviver takes several times as long as none.
  if (revive === undefined) return JSON.parse(text) as JsonValue;
  return nativeJson.parse(text, (_key, value, { source }) => revive(value, source)) as JsonValue;
}

/** An object or array, which has keys, too. It has just been parsed, so it may be changed. */
function isContainer(value: JsonValue | undefined): value is MutableJsonObject {
  return typeof value === "object" && value !== null;
}

/** Deeper values would take too much of the call stack. */
const recursionMax = 1000;

/** Whether a value has a key with a backslash, or is nested deeper than `levels`. Recursive, which takes half as long as a stack of containers. */
function mayHaveWrongKey(value: JsonValue | undefined, levels: number): boolean {
  if (!isContainer(value)) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    const items = value as JsonValue[];
    for (let index = 0; index < items.length; index++) if (mayHaveWrongKey(items[index], levels - 1)) return true;
    return false;
  }
  for (const key in value) if (key.indexOf("\\") !== -1 || mayHaveWrongKey(value[key], levels - 1)) return true;
  return false;
}

/** The first character of a name for a key with escapes: a character of a private-use area. */
const marker = "\uE002";

function parseWithPlainKeys(text: string, revive: Revive | undefined): JsonValue {
  const keys: string[] = [];
  const root: MutableJsonObject = { value: parseAny(withPlainKeys(text, keys), revive) };
  const pending = [root];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    for (const [key, child] of Object.entries(container)) {
      if (!isContainer(child)) continue;
      const renamed = withKeys(child, keys);
      if (renamed !== child) setOwn(container, key, renamed);
      pending.push(renamed);
    }
  }
  return root["value"] ?? null;
}

/** A valid text with another name for each key that has an escape, or begins like such a name. Adds the key of each name to `keys`. */
function withPlainKeys(text: string, keys: string[]): string {
  let [plain, copied] = ["", 0];
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start) + 1;
    const source = text.slice(start, end);
    if ((source.includes("\\") || source.startsWith(marker, 1)) && isKey(text, end)) {
      plain += `${text.slice(copied, start)}"${marker}${keys.length}"`;
      copied = end;
      keys.push(String(JSON.parse(source)));
    }
    start = text.indexOf('"', end);
  }
  return plain + text.slice(copied);
}

/** Whether the string that ends at `end` is a key. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (isSpace(text.charCodeAt(at))) at++;
  return text[at] === ":";
}

/** The object with the keys of its names, in its order. */
function withKeys(named: MutableJsonObject, keys: readonly string[]): MutableJsonObject {
  if (!Object.keys(named).some((name) => name.startsWith(marker))) return named;
  const renamed: MutableJsonObject = {};
  for (const [name, value] of Object.entries(named)) {
    setOwn(renamed, name.startsWith(marker) ? (keys[Number(name.slice(marker.length))] ?? name) : name, value);
  }
  return renamed;
}
