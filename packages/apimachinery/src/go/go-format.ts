// Formats values in messages as Go does: messages of kube-apiserver contain values formatted by fmt and encoding/json.

import { nativeJson } from "./native-json.ts";

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["\u0007", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
]);

/** Quotes a string as Go's `%q`: unprintable characters are escaped. */
export function quoteGoString(text: string): string {
  // Fast path: most strings are plain names.
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  // The most frequent ones first: text may be a whole object in JSON.
  const escaped = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return `"${escaped.replace(/[^ -~]/gu, (found) => shortEscapes.get(found) ?? escapeUnprintable(found))}"`;
}

/** A list of strings as Go's `%q` prints it: `["a" "b"]`. */
export function quoteGoStrings(texts: readonly string[]): string {
  return `[${texts.map((text) => quoteGoString(text)).join(" ")}]`;
}

/** Formats a floating-point number as Go's `%v`: with an exponent of two digits below 1e-4 and from 1e6 on. */
export function formatGoFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e6)) {
    return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

/**
 * A value as Go's `json.Marshal` prints it: compact, with `<`, `>`, `&` escaped and big integers exact. Keys stay in
 * their order, which is right for typed objects; sort them first where upstream prints a map.
 * With an `indent`, as `json.MarshalIndent` prints it with so many spaces.
 */
export function stringifyGoJson(value: unknown, indent?: number): string {
  const exact = (_key: string, item: unknown): unknown => (typeof item === "bigint" ? rawInteger(item) : item);
  const text = JSON.stringify(value, exact, indent);
  // In Go, undefined is nil.
  if (text === undefined) return "null";
  return text.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${hex(character, 4)}`);
}

function rawInteger(value: bigint): unknown {
  return nativeJson.rawJSON(value.toString());
}

function escapeUnprintable(character: string): string {
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${hex(character, 2)}`;
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${(code - 0xdc00).toString(16)}`; // A byte of decodeUtf8().
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd"; // A Go string cannot contain a lone surrogate.
  return code > 0xffff ? `\\U${hex(character, 8)}` : `\\u${hex(character, 4)}`;
}

function hex(character: string, digits: number): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(digits, "0");
}
