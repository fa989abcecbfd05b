/**
 * The sources of the parts of a schema. A schema has the source of each keyword and of itself under a symbol: spreading a schema copies the
 * symbol, and JSON and YAML do not print it. An error in the finished schema is reported at the marker that caused it.
 */
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import type { Marker } from "../markers/marker.ts";
import type { Position } from "../problem.ts";

/** The source of one rule or keyword: a marker, or a declaration for what a type implies. */
export type Origin =
  | { readonly marker: Marker }
  /** `what` names the declaration in messages: `the union`. */
  | { readonly position: Position; readonly what: string };

const keywords: unique symbol = Symbol("keywords");
const declared: unique symbol = Symbol("declared");
const rule: unique symbol = Symbol("rule");

type Origins = Readonly<Record<string, Origin | undefined>>;

interface SourcedSchema extends JsonSchema {
  readonly [keywords]?: Origins;
  readonly [declared]?: Origin;
}

interface SourcedRule extends ValidationRule {
  readonly [rule]?: Origin;
}

/** The schema with the marker as the source of all keywords that it changed. */
export function withMarker(before: SourcedSchema, after: SourcedSchema, marker: Marker): JsonSchema {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(([key, value]) => value !== old.get(key));
  const rules = after["x-kubernetes-validations"]?.map((each) =>
    originOfRule(each) ? each : withRuleOrigin(each, { marker }),
  );
  return {
    ...after,
    ...(rules && { "x-kubernetes-validations": rules }),
    ...sourced({ ...after[keywords], ...Object.fromEntries(changed.map(([key]) => [key, { marker }])) }),
  };
}

/** The merged schema of a type and its use; the markers of the use come first. */
export function withOriginsOf(merged: JsonSchema, type: SourcedSchema, use: SourcedSchema): JsonSchema {
  return { ...merged, ...sourced({ ...type[keywords], ...use[keywords] }) };
}

function sourced(origins: Origins): SourcedSchema {
  return { [keywords]: origins };
}

/** The schema with the declaration of the field that it belongs to. */
export function withDeclaration(schema: JsonSchema, origin: Origin): JsonSchema {
  const own: SourcedSchema = { [declared]: origin };
  return { ...schema, ...own };
}

/** The rule with its source. */
export function withRuleOrigin(value: ValidationRule, origin: Origin): ValidationRule {
  const withOrigin: SourcedRule = { ...value, [rule]: origin };
  return withOrigin;
}

/** The source of a rule; `undefined` for a rule of a library type. */
export function originOfRule(value: SourcedRule): Origin | undefined {
  return value[rule];
}

/** The marker that set a keyword of the schema. */
export function originOfKeyword(schema: SourcedSchema, keyword: string): Origin | undefined {
  return schema[keywords]?.[keyword];
}

/** The declaration of the field that the schema belongs to. */
export function originOfSchema(schema: SourcedSchema): Origin | undefined {
  return schema[declared];
}
