// The rules of a schema as a tree: only the nodes on the way to rules, each with its compiled rules.

import type { JsonSchema, Type } from "@kubewright/schema";
import { additionalOf, followFieldPath, itemsOf, typeOf } from "@kubewright/schema";
import type { CompiledRule } from "./rule.ts";
import { compiledRules } from "./compiled-rules.ts";

/** A rule with the place that its errors name. */
export interface PlacedRule {
  readonly compiled: CompiledRule;
  /** `fieldPath` of the rule, from its node on; empty for the node itself. */
  readonly field: string;
}

/** A node that has rules or leads to some. */
export interface RuleNode {
  readonly type: Type;
  readonly rules: readonly PlacedRule[];
  /** At least one of the rules uses `oldSelf`. */
  readonly usesOldSelf: boolean;
  readonly properties: ReadonlyMap<string, RuleNode>;
  readonly additional: RuleNode | undefined;
  readonly items: RuleNode | undefined;
}

/** The tree of a schema; `undefined` if it has no rules. */
export function ruleTree(schema: JsonSchema, isResource: boolean): RuleNode | undefined {
  const properties = new Map<string, RuleNode>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const child = treeBelow(property);
    if (child !== undefined) properties.set(name, child);
  }
  const rules = compileRules(schema, isResource);
  const additional = treeBelow(additionalOf(schema));
  const items = treeBelow(itemsOf(schema));
  if (rules.length === 0 && properties.size === 0 && additional === undefined && items === undefined) return undefined;
  const usesOldSelf = rules.some(({ compiled }) => compiled.usesOldSelf);
  return { type: typeOf(schema), rules, usesOldSelf, properties, additional, items };
}

function treeBelow(schema: JsonSchema | undefined): RuleNode | undefined {
  return schema && ruleTree(schema, schema["x-kubernetes-embedded-resource"] === true);
}

function compileRules(schema: JsonSchema, isResource: boolean): readonly PlacedRule[] {
  const { "x-kubernetes-validations": rules = [] } = schema;
  if (rules.length === 0) return [];
  const compiled = compiledRules(schema, isResource);
  if (compiled === undefined) throw new TypeError("failed to convert to declType for CEL validation rules");
  return compiled.map((rule) => ({ compiled: rule, field: fieldOf(rule.rule.fieldPath ?? "", schema) }));
}

function fieldOf(path: string, schema: JsonSchema): string {
  const target = path === "" ? "" : followFieldPath(path, schema, { allowsBrackets: true });
  return typeof target === "object" ? target.field : "";
}
