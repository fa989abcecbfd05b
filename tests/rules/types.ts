// The types of random expressions, and the signatures of all functions, from the recording in package cel.

import { readFileSync } from "node:fs";
import { escapeName } from "@kubewright/cel";
import type { JsonSchema } from "@kubewright/schema";
import { additionalOf, itemsOf } from "@kubewright/schema";

/** A type: a name with parameters, and the fields of an object. Two types are equal if their `text` is. */
export interface Type {
  readonly name: string;
  readonly of: readonly Type[];
  readonly text: string;
  readonly fields?: ReadonlyMap<string, Type>;
}

/** A type without fields. */
export function type(name: string, ...of: readonly Type[]): Type {
  const text = of.length === 0 ? name : `${name}(${of.map((each) => each.text).join(", ")})`;
  return { name, of, text };
}

/** Reads a type: `map(string, list(A))`. */
export function parseType(text: string): Type {
  const open = text.indexOf("(");
  return open === -1 ? type(text) : type(text.slice(0, open), ...splitTypes(text.slice(open + 1, -1)).map(parseType));
}

/** Splits at the commas outside parentheses. */
function splitTypes(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [index, character] of [...text].entries()) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character !== "," || depth > 0) continue;
    found.push(text.slice(start, index));
    start = index + 1;
  }
  return [...found, text.slice(start)].map((each) => each.trim()).filter((each) => each !== "");
}

/** The type of a schema's values. `undefined` if expressions cannot read them. */
export function typeOfSchema(schema: JsonSchema, name = "self"): Type | undefined {
  if (schema["x-kubernetes-int-or-string"] === true) return type("dyn");
  const additional = additionalOf(schema);
  switch (schema.type) {
    case "array": {
      const item = typeOfSchema(itemsOf(schema) ?? {}, `${name}[]`);
      return item && type("list", item);
    }
    case "object": {
      if (additional === undefined) return structOf(schema, name);
      const value = typeOfSchema(additional, `${name}{}`);
      return value && type("map", type("string"), value);
    }
    case "string":
      return type(stringFormats.get(schema.format ?? "") ?? "string");
    case "integer":
      return type("int");
    case "number":
      return type("double");
    case "boolean":
      return type("bool");
    default:
      return undefined;
  }
}

const stringFormats: ReadonlyMap<string, string> = new Map([
  ["byte", "bytes"],
  ["date", "timestamp"],
  ["date-time", "timestamp"],
  ["duration", "duration"],
]);

function structOf({ properties = {} }: JsonSchema, name: string): Type {
  const fields = new Map<string, Type>();
  for (const [property, schema] of Object.entries(properties)) {
    const escaped = escapeName(property);
    const field = typeOfSchema(schema, `${name}.${property}`);
    if (escaped !== undefined && field !== undefined) fields.set(escaped, field);
  }
  return { ...type(`object ${name}`), fields };
}

/** One overload of a function. The target of a member is its first argument. */
export interface Signature {
  readonly name: string;
  readonly isMember: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
}

const recording = new URL("../../packages/cel/src/testdata/functions.json", import.meta.url);
const { functions } = JSON.parse(readFileSync(recording, "utf8")) as { functions: readonly string[] }; // The program writes it.

/** The first parts of functions without a target: `sets.contains`. */
const namespaces: ReadonlySet<string> = new Set(["format", "ip", "lists", "optional", "sets", "strings"]);

/** Functions that an expression cannot call, or that rules do not have. */
const left = /@(?!in\()|kubernetes\.authorization|jsonpatch|_\?\._/;

/** The signatures of all functions that a rule can call, by function. */
export const signatures: readonly (readonly Signature[])[] = Object.values(
  Object.groupBy(functions.filter((line) => !left.test(line)).map(parseSignature), ({ name }) => name),
).filter((overloads) => overloads !== undefined);

/** Reads a signature: `list_index: list(A).indexOf(A) -> int`. */
function parseSignature(line: string): Signature {
  const [call = "", result = ""] = line.slice(line.indexOf(": ") + 2).split(" -> ");
  const open = openingOf(call);
  const args = splitTypes(call.slice(open + 1, -1)).map(parseType);
  const head = call.slice(0, open);
  const target = /^(.*[\w)])\.(\w+)$/.exec(head);
  const isMember = target !== null && !namespaces.has(target[1] ?? "");
  return {
    name: isMember ? (target[2] ?? "") : head,
    isMember,
    args: isMember ? [parseType(target[1] ?? ""), ...args] : args,
    result: parseType(result),
  };
}

/** The parenthesis before the arguments of a call: the one that closes at its end. */
function openingOf(call: string): number {
  let depth = 0;
  for (let at = call.length - 1; at >= 0; at--) {
    if (call[at] === ")") depth += 1;
    if (call[at] === "(" && (depth -= 1) === 0) return at;
  }
  return call.length;
}

/** The types of the parameters with which `pattern` becomes `wanted`; `undefined` if there are no such types. */
export function unify(
  pattern: Type,
  wanted: Type,
  bound: ReadonlyMap<string, Type> = new Map(),
): ReadonlyMap<string, Type> | undefined {
  if (isParameter(pattern)) {
    const known = bound.get(pattern.name);
    if (known === undefined) return new Map([...bound, [pattern.name, wanted]]);
    return known.text === wanted.text ? bound : undefined;
  }
  if (pattern.name !== wanted.name || pattern.of.length !== wanted.of.length) return undefined;
  let all: ReadonlyMap<string, Type> | undefined = bound;
  for (const [index, part] of pattern.of.entries()) {
    const other = wanted.of[index];
    all = other && all && unify(part, other, all);
  }
  return all;
}

/** Whether a type is a type parameter: `A`. */
export function isParameter({ name }: Type): boolean {
  return /^[A-Z]$/.test(name);
}

/** The type with its parameters replaced. */
export function substitute(pattern: Type, bound: ReadonlyMap<string, Type>): Type {
  if (isParameter(pattern)) return bound.get(pattern.name) ?? pattern;
  return pattern.of.length === 0 ? pattern : type(pattern.name, ...pattern.of.map((part) => substitute(part, bound)));
}

/** The names of the parameters of a type. */
export function parametersOf(pattern: Type): readonly string[] {
  return isParameter(pattern) ? [pattern.name] : pattern.of.flatMap(parametersOf);
}

/** The names of the types of keys in a type. */
export function keysOf({ name, of }: Type): readonly string[] {
  return name === "map" ? of.slice(0, 1).map((key) => key.name) : of.flatMap(keysOf);
}
