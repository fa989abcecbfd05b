/** Prints values as arguments of markers, so that the generator reads the same values. */
import { encodeJson, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

/** A string in quotes. Markers have the escapes of JSON. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** The string of a short form: without quotes, unless it has line breaks or leading or trailing space. */
export function bare(text: string): string {
  const isPlain = text !== "" && text === text.trim() && !/^["`]|[\p{Cc}\u2028\u2029]|\*\\\//u.test(text);
  return isPlain ? text : quoted(text);
}

/** A value in the notation of controller-gen: `{a, b}` for lists, `{k: v}` for maps. Undefined if the notation cannot express it. */
export function argument(value: JsonValue): string | undefined {
  if (value === null) return undefined;
  if (isJsonArray(value)) return braced(value.map(argument));
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    return braced(
      entries.map(([key, item]) => {
        const text = argument(item);
        return text === undefined ? undefined : `${quoted(key)}: ${text}`;
      }),
    );
  }
  return typeof value === "string" ? quoted(value) : encodeJson(value);
}

function braced(parts: readonly (string | undefined)[]): string | undefined {
  // An empty list would be read as an empty map.
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  return `{${parts.join(", ")}}`;
}

/** `a="x",b=1`, without undefined values. */
export function namedArguments(given: Readonly<Record<string, string | number | boolean | undefined>>): string {
  return Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === "string" ? quoted(value) : String(value)}`)
    .join(",");
}
