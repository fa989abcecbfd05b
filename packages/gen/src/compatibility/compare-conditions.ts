/** Compares conditions on values: CEL rules, and alternatives (allOf, anyOf, oneOf, not). */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import type { Place } from "./change.ts";

/** Whether a schema has allOf, anyOf, oneOf or not. */
export function hasAlternatives(schema: JsonSchema): boolean {
  return schema.not !== undefined || lists.some((name) => alternativesOf(schema, name).length > 0);
}

const lists = ["allOf", "anyOf", "oneOf"] as const;

/** The alternatives in a list, without those that x-kubernetes-int-or-string implies. */
function alternativesOf(schema: JsonSchema, name: (typeof lists)[number]): readonly JsonSchema[] {
  const alternatives = schema[name] ?? [];
  const isImplied = schema["x-kubernetes-int-or-string"] === true && isDeepEqual(alternatives, intOrString);
  return isImplied ? [] : alternatives;
}

const intOrString = [{ type: "integer" }, { type: "string" }];

/** Alternatives are compared only as a whole: an additional one in anyOf allows more, and one less in anyOf allows less. */
export function compareAlternatives(before: JsonSchema, after: JsonSchema, place: Place): void {
  for (const name of lists) {
    const [was, is] = [alternativesOf(before, name), alternativesOf(after, name)];
    if (isDeepEqual(was, is)) continue;
    const contains = (list: readonly JsonSchema[], each: JsonSchema): boolean =>
      list.some((other) => isDeepEqual(other, each));
    // In allOf each one restricts and in anyOf each one allows; in oneOf an additional one may reject values that were valid.
    const isWider =
      is.length === 0 ||
      (name === "allOf" && is.every((each) => contains(was, each))) ||
      (name === "anyOf" && was.length > 0 && was.every((each) => contains(is, each)));
    place.report({
      rule: isWider ? "alternatives-widened" : "alternatives-narrowed",
      before: was.length > 0 ? { [name]: was } : undefined,
      after: is.length > 0 ? { [name]: is } : undefined,
    });
  }
  if (isDeepEqual(before.not, after.not)) return;
  const rule = after.not === undefined ? "alternatives-widened" : "alternatives-narrowed";
  place.report({ rule, before: before.not && { not: before.not }, after: after.not && { not: after.not } });
}

/** Rules are identified by their expression. If one was removed and another one added, the rule was changed. */
export function compareRules(before: JsonSchema, after: JsonSchema, place: Place): void {
  const [was, is] = [before["x-kubernetes-validations"] ?? [], after["x-kubernetes-validations"] ?? []];
  const removed = was.filter(({ rule }) => is.every((other) => other.rule !== rule));
  const added = is.filter(({ rule }) => was.every((other) => other.rule !== rule));
  for (const [index, { rule }] of added.entries()) {
    const old = removed[index];
    if (old === undefined) place.report({ rule: "rule-added", after: rule });
    else place.report({ rule: "rule-changed", before: old.rule, after: rule });
  }
  for (const { rule } of removed.slice(added.length)) place.report({ rule: "rule-removed", before: rule });
  for (const now of is) {
    const old = was.find(({ rule }) => rule === now.rule);
    if (old !== undefined && !isDeepEqual(old, now)) compareSameRule(old, now, place);
  }
}

function compareSameRule(before: ValidationRule, after: ValidationRule, place: Place): void {
  // optionalOldSelf decides whether the rule runs on creation.
  if (before.optionalOldSelf !== after.optionalOldSelf) {
    place.report({ rule: "rule-changed", before: { ...before }, after: { ...after } });
  } else {
    place.report({ rule: "rule-message-changed", before: { ...before }, after: { ...after } });
  }
}
