// Paths to fields in a schema, as `fieldPath` of a rule and `jsonPath` of a selectable field have them: `.spec.color`, `.spec['a.b']`. Items of
// lists cannot be reached. They look like JSONPaths, but kube-apiserver has a separate scanner for them. `compileJsonPath` has the language of JSONPath.

import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, propertyOf } from "../model/walk.ts";
import { isSet } from "./keywords.ts";

/** The end of a path. */
export interface FieldPathTarget {
  readonly names: readonly string[];
  readonly schema: JsonSchema;
  /** The path as a field error shows it: `spec.color`, and `spec.labels[app]` for an entry of a map. */
  readonly field: string;
}

/** How a path is parsed. */
export interface FieldPathOptions {
  /** Permits names in brackets and single quotes. Default: false. */
  readonly allowsBrackets?: boolean;
}

/** Follows a path. Returns the error of kube-apiserver if the path does not lead to a field. */
export function followFieldPath(
  path: string,
  root: JsonSchema,
  { allowsBrackets = false }: FieldPathOptions = {},
): FieldPathTarget | string {
  const tokens = tokensOf(path).values();
  const names: string[] = [];
  let schema = root;
  let field = "";
  for (const delimiter of tokens) {
    if (delimiter === "[" && !allowsBrackets) return "array notation is not allowed";
    if (delimiter !== "." && delimiter !== "[") return `expected [ or . but got: ${delimiter}`;
    const token = tokens.next().value;
    if (token === undefined) return endOfPath;
    const name = delimiter === "." ? { name: token } : unquote(token);
    if (typeof name === "string") return name;
    const property = propertyOf(schema, name.name);
    const next = property ?? (hasProperties(schema) ? undefined : entriesOf(schema));
    if (next === undefined) return "does not refer to a valid field";
    if (delimiter === "[") {
      const closing = tokens.next().value;
      if (closing !== "]") return closing === undefined ? endOfPath : `expected ] but got ${closing}`;
    }
    field += property === undefined ? `[${name.name}]` : field === "" ? name.name : `.${name.name}`;
    names.push(name.name);
    schema = next;
  }
  return { names, schema, field };
}

const endOfPath = "unexpected end of JSON path";

/** Returns the name in a quoted token, or the error. */
function unquote(quoted: string): { readonly name: string } | string {
  if (quoted.length < 2 || !quoted.startsWith("'") || !quoted.endsWith("'")) {
    return `expected single quoted string but got ${quoted}`;
  }
  const inside = quoted.slice(1, -1);
  const invalid = inside.match(/\\[^\n]/g)?.findLast((escape) => escapes[escape] === undefined);
  if (invalid !== undefined) return `invalid string literal: invalid escape char ${invalid}`;
  return { name: inside.replaceAll(/\\[^\n]/g, (escape) => escapes[escape] ?? escape) };
}

const escapes: { readonly [escape: string]: string } = {
  "\\a": "\u0007",
  "\\b": "\b",
  "\\f": "\f",
  "\\n": "\n",
  "\\r": "\r",
  "\\t": "\t",
  "\\v": "\v",
  "\\'": "'",
  "\\\\": "\\",
};

/** By the properties of schemas. Each path may ask, and counting the keys of a large object takes as long as reading all of them. */
const known = new WeakMap<object, boolean>();

function hasProperties({ properties }: JsonSchema): boolean {
  if (properties === undefined) return false;
  const isKnown = known.get(properties) ?? isSet(properties);
  known.set(properties, isKnown);
  return isKnown;
}

/** The schema of a map's entries; `additionalProperties: true` describes entries without a schema. */
function entriesOf(schema: JsonSchema): JsonSchema | undefined {
  return schema.additionalProperties === true ? {} : additionalOf(schema);
}

/** Returns delimiters, quoted names, and the strings between them. */
function tokensOf(path: string): string[] {
  return path.match(/'[^]*?(?<!\\)'|'[^]*$|[.[\]]|[^.[\]'][^.[\]]*/g) ?? [];
}
