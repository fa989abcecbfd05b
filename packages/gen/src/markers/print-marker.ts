/** Prints markers, so that the generator reads the same values. */
import { encodeJson, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

import type { MarkerArguments, MarkerRecord } from "./marker.ts";

/**
 * A marker: in its short form if that needs no escapes, such as `@minimum 1`, else `@kubebuilder:title="text"`. Undefined if the notation
 * cannot express its value.
 */
export function printMarker(record: MarkerRecord, given: MarkerArguments): string | undefined {
  const { name, short, value: type, named } = record;
  if (named !== undefined) {
    const text = typeof given === "string" ? given : namedArguments(Object.keys(named), given);
    return text === "" ? `@${name}` : `@${name}:${text}`;
  }
  if (type === undefined) return `@${name}`;
  // The long name of the marker for items has no tag without dots.
  const tag = name.includes(":") ? (isScalar(type) && short?.includes(".") !== true ? short : undefined) : name;
  const value = given as JsonValue; // Only named arguments may be undefined.
  if (tag !== undefined) {
    if (type === "bool") return `@${tag}`;
    return `@${tag} ${typeof value === "string" && type !== "json" ? bare(value) : encodeJson(value)}`;
  }
  const text = argument(value);
  return text === undefined ? undefined : `@${name}=${text}`;
}

function isScalar(type: MarkerRecord["value"]): boolean {
  return type === "int" || type === "number" || type === "bool" || type === "string";
}

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

/** `a="x",b=1`, in the order of `names` and without undefined values. */
function namedArguments(names: readonly string[], given: MarkerArguments): string {
  const values = Object.entries(given ?? {});
  return names
    .flatMap((name) => values.filter(([key, value]) => key === name && value !== undefined))
    .map(([name, value]) => `${name}=${typeof value === "string" ? quoted(value) : String(value)}`)
    .join(",");
}
