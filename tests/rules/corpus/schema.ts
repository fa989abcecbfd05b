// Short forms for the schemas of the corpus.

import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { RuleGroup } from "../reference.ts";

/** A rule with its options, or its expression alone. */
export type Rule = string | RejectedRule;

/** A rule that a server may reject in a definition. */
interface RejectedRule extends ValidationRule {
  readonly isRejected?: true;
}

/** A rule that a server rejects: it does not compile, or it costs too much. */
export function rejected(rule: string): RejectedRule {
  return { rule, isRejected: true };
}

/** A definition with rules, as a project writes it, with objects that its rules accept or reject. */
export interface RuledDefinition {
  readonly name: string;
  /** The schema of `spec`. Its rejected rules are marked. */
  readonly spec: JsonSchema;
  /** The `spec` of objects that are created. */
  readonly creates: readonly JsonValue[];
  /** The `spec` of stored objects, and merge patches of it that are tried one after the other. */
  readonly updates?: readonly { readonly from: JsonValue; readonly to: readonly JsonValue[] }[];
}

type Properties = Readonly<Record<string, JsonSchema>>;

function ruled(schema: JsonSchema, rules: readonly Rule[]): JsonSchema {
  if (rules.length === 0) return schema;
  return { ...schema, "x-kubernetes-validations": rules.map((rule) => (typeof rule === "string" ? { rule } : rule)) };
}

/** An object with fields. A name that ends with an exclamation mark is required. */
export function object(properties: Properties, ...rules: readonly Rule[]): JsonSchema {
  const named = Object.entries(properties).map(([name, schema]) => [name.replace(/!$/, ""), schema] as const);
  const required = Object.keys(properties).flatMap((name) => (name.endsWith("!") ? [name.slice(0, -1)] : []));
  const schema = { type: "object", properties: Object.fromEntries(named) };
  return ruled(required.length === 0 ? schema : { ...schema, required }, rules);
}

export function text(maxLength: number, ...rules: readonly Rule[]): JsonSchema {
  return ruled({ type: "string", maxLength }, rules);
}

export function oneOf(values: readonly string[], ...rules: readonly Rule[]): JsonSchema {
  return ruled({ type: "string", enum: values }, rules);
}

export function formatted(format: string, ...rules: readonly Rule[]): JsonSchema {
  return ruled({ type: "string", format, ...(format === "byte" ? { maxLength: 64 } : {}) }, rules);
}

export function int(...rules: readonly Rule[]): JsonSchema {
  return ruled({ type: "integer" }, rules);
}

export function number(...rules: readonly Rule[]): JsonSchema {
  return ruled({ type: "number" }, rules);
}

export function flag(...rules: readonly Rule[]): JsonSchema {
  return ruled({ type: "boolean" }, rules);
}

export function intOrString(...rules: readonly Rule[]): JsonSchema {
  return ruled({ "x-kubernetes-int-or-string": true, maxLength: 20 }, rules);
}

export function list(items: JsonSchema, maxItems: number, ...rules: readonly Rule[]): JsonSchema {
  return ruled({ type: "array", items, maxItems }, rules);
}

export function set(items: JsonSchema, maxItems: number, ...rules: readonly Rule[]): JsonSchema {
  return ruled({ type: "array", items, maxItems, "x-kubernetes-list-type": "set" }, rules);
}

export function atomic(items: JsonSchema, maxItems: number, ...rules: readonly Rule[]): JsonSchema {
  return ruled({ type: "array", items, maxItems, "x-kubernetes-list-type": "atomic" }, rules);
}

/** A list whose items have the identity of these keys. */
export function keyed(
  keys: readonly string[],
  items: JsonSchema,
  maxItems: number,
  ...rules: readonly Rule[]
): JsonSchema {
  const type = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys };
  return ruled({ type: "array", items, maxItems, ...type }, rules);
}

export function map(values: JsonSchema, maxProperties: number, ...rules: readonly Rule[]): JsonSchema {
  return ruled({ type: "object", additionalProperties: values, maxProperties }, rules);
}

/** The schema with more keywords. */
export function also(schema: JsonSchema, more: JsonSchema): JsonSchema {
  return { ...schema, ...more };
}

/** Any fields. */
export function free(...rules: readonly Rule[]): JsonSchema {
  return ruled({ type: "object", "x-kubernetes-preserve-unknown-fields": true }, rules);
}

/** A whole object inside another one. */
export function embedded(properties: Properties, ...rules: readonly Rule[]): JsonSchema {
  return also(object(properties, ...rules), {
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
  });
}

/** The schema with all its rules, without the marks of those that a server rejects. */
export function withRejectedRules(schema: JsonSchema): JsonSchema {
  return withRules(schema, () => true);
}

/** The schema without the rules that a server rejects. */
export function withoutRejectedRules(schema: JsonSchema): JsonSchema {
  return withRules(schema, ({ isRejected }) => isRejected !== true);
}

function withRules(schema: JsonSchema, isKept: (rule: RejectedRule) => boolean): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === "x-kubernetes-validations" ? (value as readonly RejectedRule[]).filter(isKept) : value,
  );
  return JSON.parse(text, (key, value: unknown) => (key === "isRejected" ? undefined : value)) as JsonSchema;
}

/** The parts of a schema that have rules, each with its rules. */
export function ruleGroupsOf(schema: JsonSchema): readonly RuleGroup[] {
  const { "x-kubernetes-validations": rules = [], properties = {} } = schema;
  const inner = [...Object.values(properties), itemsOf(schema), additionalOf(schema)];
  const below = inner.flatMap((part) => (part === undefined ? [] : ruleGroupsOf(part)));
  if (rules.length === 0) return below;
  return [{ schema, root: schema["x-kubernetes-embedded-resource"] === true, values: [], rules }, ...below];
}
