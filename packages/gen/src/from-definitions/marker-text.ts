/** Values as the arguments of markers, so that the generator reads them as they were. */
import { encodeJson, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

/** A text in quotes; JSON's escapes are those of markers. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** The text of a short form, which needs no quotes unless its ends would be lost or its line would break. */
export function bare(text: string): string {
  const isPlain = text !== "" && text === text.trim() && !/^["`]|[\p{Cc}\u2028\u2029]|\*\\\//u.test(text);
  return isPlain ? text : quoted(text);
}

/** A value in the notation of controller-gen: `{a, b}` for lists, `{k: v}` for maps. Undefined when it has no form there. */
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
  // An empty list and an empty map look alike, and are read as a map.
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  return `{${parts.join(", ")}}`;
}

/** `a="x",b=1` of those that are given. */
export function namedArguments(given: Readonly<Record<string, string | number | boolean | undefined>>): string {
  return Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === "string" ? quoted(value) : String(value)}`)
    .join(",");
}
