/** Hints for rules that do not compile: the probable fix. They follow the message of CEL, which is the same as that of an API server. */
import { escapeName, kubernetesEnvironment, unescapeName } from "@kubewright/cel";
import type { JsonSchema } from "@kubewright/schema";

import { nearestName } from "../markers/nearest-name.ts";

/** An error of the CEL compiler and its place. */
export interface CompilerError {
  /** The schema of `self`. */
  readonly schema: JsonSchema;
  readonly source: string;
  /** The message. */
  readonly found: string;
  /** The place in the source. */
  readonly offset: number;
}

/** The hint for an error; empty if it has no hint. */
export function hintFor(error: CompilerError): string {
  const [, field] = /^undefined field '(.*)'$/.exec(error.found) ?? [];
  if (field !== undefined) return fieldHint(field, error);
  const [, reference] = /^undeclared reference to '(.*)' \(in container '.*'\)$/.exec(error.found) ?? [];
  if (reference !== undefined) return referenceHint(reference, error);
  if (error.found.endsWith("does not support field selection")) return selectionHint(error);
  const [, argument] = unseparatedArgument.exec(error.source) ?? [];
  if (argument !== undefined) return `: write a comma before "${argument}="`;
  if (isQuoted(error.source)) return quotesHint;
  const hint = plainHints.find(([pattern]) => pattern.test(error.found));
  return hint === undefined ? "" : `: ${hint[1]}`;
}

/** The hint for a rule that is not a boolean expression. */
export function conditionHint(source: string): string {
  return isQuoted(source) ? quotesHint : "";
}

/** Whether the quotes are part of the rule, because it is in single quotes or has double quotes inside double quotes. */
function isQuoted(source: string): boolean {
  return /^(['"]).*\1$/.test(source);
}

/** An argument that is part of the rule, because no comma separates them: `"self.a > 0" message="…"`. */
const unseparatedArgument =
  /^(?:"[^"]*"|'[^']*'|`[^`]*`)\s+(message|messageExpression|reason|fieldPath|optionalOldSelf)\s*=/;

const quotesHint = ": write a rule in double quotes or backticks, and a string inside it in single quotes";

const plainHints: readonly (readonly [found: RegExp, hint: string])[] = [
  [/^Syntax error: token recognition error at: '= ?'/, 'write "==" to compare'],
  [/optional_type\(/, "read an optional value with orValue(…), and test it with hasValue()"],
  [/, null\)'$/, "has(self.a) tests whether the field a is set"],
  [/^invalid matches argument$/, "the pattern is not a regular expression in RE2 syntax"],
  [/\.@idx/, 'a type that ends with ".@idx" is the type of the items of a list'],
];

/** `self.name.size` for `self.name.size()`. */
function selectionHint({ source, offset }: CompilerError): string {
  const [, name = ""] = /^\.(\w+)/.exec(source.slice(offset)) ?? [];
  return functionNames().includes(name) ? `: write "${name}()"` : "";
}

function fieldHint(unknown: string, { schema, source, offset }: CompilerError): string {
  const [, steps] = /\b(?:self|oldSelf)((?:\.\w+)*)$/.exec(source.slice(0, offset)) ?? [];
  const owner = steps === undefined ? undefined : schemaAt(schema, steps.split(".").slice(1));
  const names = owner?.properties === undefined ? fieldNames(schema) : ownNames(owner);
  if (names.includes(unknown)) return owner === undefined ? "" : ": CEL reads no field whose schema has no type";
  if (owner?.properties === undefined) return written(nearestName(unknown, names));
  const near = nearestName(unknown, names);
  return near === undefined ? `: the fields are ${names.join(", ")}` : written(near);
}

/** The names of the fields at any depth, because the variable of a macro may have any type within the schema. */
function fieldNames(schema: JsonSchema): readonly string[] {
  const { items, additionalProperties } = schema;
  const parts = [...Object.values(schema.properties ?? {}), ...[items ?? [], additionalProperties ?? []].flat()];
  return [...ownNames(schema), ...parts.flatMap((part) => (typeof part === "object" ? fieldNames(part) : []))];
}

function ownNames({ properties = {} }: JsonSchema): readonly string[] {
  return Object.keys(properties).flatMap((name) => escapeName(name) ?? []);
}

function schemaAt(schema: JsonSchema, steps: readonly string[]): JsonSchema | undefined {
  const [first, ...rest] = steps;
  if (first === undefined) return schema;
  const name = unescapeName(first);
  const { properties = {} } = schema;
  const next = name !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return next && schemaAt(next, rest);
}

function referenceHint(unknown: string, { schema, source, offset }: CompilerError): string {
  if (isCall(unknown, source, offset)) return written(nearestName(unknown, functionNames()));
  if (ownNames(schema).includes(unknown)) return written(`self.${unknown}`);
  const near = nearestName(unknown, ["self", "oldSelf"]);
  return near === undefined ? ": the variables are self and oldSelf, and a string has quotes" : written(near);
}

/** Whether a name is a function name: the place of a call is its opening parenthesis. */
function isCall(name: string, source: string, offset: number): boolean {
  return source.startsWith("(", offset) || source.startsWith(`${name}(`, offset);
}

function functionNames(): readonly string[] {
  const { functions, macros } = kubernetesEnvironment();
  // Operators have names such as `_==_`.
  return [...functions.keys(), ...macros.map(({ name }) => name)].filter((name) => /^[a-z][\w.]*$/i.test(name));
}

function written(name: string | undefined): string {
  return name === undefined ? "" : `: write "${name}"`;
}
