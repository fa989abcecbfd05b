/** The types that a structural schema cannot express, each with an alternative. */
import type { Shape } from "./shape.ts";

type Unsupported = Extract<Shape, { readonly kind: "unsupported" }>;

/** A primitive such as `any`, `unknown` or `symbol`. */
export function unsupportedPrimitive(found: string): Unsupported {
  const known = found.startsWith("`") ? "write string with @pattern" : insteadOfPrimitive[found];
  return { kind: "unsupported", found: `"${found}"`, instead: known ?? "write the type of the field" };
}

const insteadOfPrimitive: Readonly<Record<string, string | undefined>> = {
  any: openInstead(),
  unknown: openInstead(),
  object: openInstead(),
  symbol: "JSON has no symbols: write string",
  "unique symbol": "JSON has no symbols: write string",
  never: "remove the field",
  void: "remove the field",
  undefined: "remove the field",
  null: "remove the field",
};

function openInstead(): string {
  return 'write the type, or RawExtension of "@kubewright/api/meta/v1" for an object of any shape, or Record<string, string> for a map of strings';
}

/** Types of the standard library. */
export function unsupportedLanguageType(name: string, text: string): Unsupported {
  const instead = insteadOfLanguageType[name] ?? "write an interface with the fields of its JSON";
  return { kind: "unsupported", found: `"${text}"`, instead };
}

const insteadOfLanguageType: Readonly<Record<string, string | undefined>> = {
  Date: 'a time is a string in JSON: write Time of "@kubewright/api/meta/v1"',
  Map: "write Record<string, T>",
  ReadonlyMap: "write Record<string, T>",
  Set: "write readonly T[] with @listType=set",
  ReadonlySet: "write readonly T[] with @listType=set",
  RegExp: "write string with @format=regex",
  Uint8Array: "bytes are base64 in JSON: write string with @format=byte",
  Function: "JSON has no functions",
  Promise: "write the type that it resolves to",
  String: "write string",
  Boolean: "write boolean",
  Number: "write Int32, Int64 or Double",
};

export function unsupportedObject(kind: "tuple" | "class" | "function" | "open object", text: string): Unsupported {
  return { kind: "unsupported", found: `the ${kind} "${text}"`, instead: insteadOfObject[kind] };
}

const insteadOfObject = {
  tuple: "a list has items of one type: write an interface with a field for each element",
  class: "write an interface with the fields of its JSON",
  function: "JSON has no functions",
  "open object": "a structural schema has either named fields or a map: move the map into a separate field",
} as const;

/** A union that is not a list of literals. */
export function unsupportedUnion(found: string, kinds: readonly ("object" | "literal" | "primitive")[]): Unsupported {
  return { kind: "unsupported", found: `the union "${found}"`, instead: insteadOfUnion(found, kinds) };
}

function insteadOfUnion(found: string, kinds: readonly string[]): string {
  if (kinds.every((kind) => kind === "object")) {
    return "write one interface with an optional field for each variant and @kubebuilder:validation:ExactlyOneOf=a;b";
  }
  if (found === "string | number" || found === "number | string")
    return 'write IntOrString of "@kubewright/api/meta/v1"';
  return "a field has one type: write literals of one kind, or an interface";
}
