/** What restricts values beyond their own type: rules in CEL, and alternatives. */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import type { Place } from "./change.ts";

/** Whether a schema has allOf, anyOf, oneOf or not. */
export function hasAlternatives(schema: JsonSchema): boolean {
  return schema.not !== undefined || lists.some((name) => alternativesOf(schema, name).length > 0);
}

const lists = ["allOf", "anyOf", "oneOf"] as const;

/** An integer or a text is said twice, by the extension and by alternatives: they mean nothing then. */
function alternativesOf(schema: JsonSchema, name: (typeof lists)[number]): readonly JsonSchema[] {
  const alternatives = schema[name] ?? [];
  const isSaid = schema["x-kubernetes-int-or-string"] === true && isDeepEqual(alternatives, intOrString);
  return isSaid ? [] : alternatives;
}

const intOrString = [{ type: "integer" }, { type: "string" }];

/** Alternatives are not understood, only compared: one more of them allows more, one less allows less. */
export function compareAlternatives(before: JsonSchema, after: JsonSchema, place: Place): void {
  for (const name of lists) {
    const [was, is] = [alternativesOf(before, name), alternativesOf(after, name)];
    if (isDeepEqual(was, is)) continue;
    const contains = (list: readonly JsonSchema[], each: JsonSchema): boolean =>
      list.some((other) => isDeepEqual(other, each));
    // Of allOf each one restricts, of anyOf each one allows; of oneOf another one may exclude what fitted one before.
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

/** Rules are known by their text. One that is gone while another has come is taken to be changed. */
export function compareRules(before: JsonSchema, after: JsonSchema, place: Place): void {
  const [was, is] = [before["x-kubernetes-validations"] ?? [], after["x-kubernetes-validations"] ?? []];
  const gone = was.filter(({ rule }) => is.every((other) => other.rule !== rule));
  const come = is.filter(({ rule }) => was.every((other) => other.rule !== rule));
  for (const [index, { rule }] of come.entries()) {
    const old = gone[index];
    if (old === undefined) place.report({ rule: "rule-added", after: rule });
    else place.report({ rule: "rule-changed", before: old.rule, after: rule });
  }
  for (const { rule } of gone.slice(come.length)) place.report({ rule: "rule-removed", before: rule });
  for (const now of is) {
    const old = was.find(({ rule }) => rule === now.rule);
    if (old !== undefined && !isDeepEqual(old, now)) compareSameRule(old, now, place);
  }
}

function compareSameRule(before: ValidationRule, after: ValidationRule, place: Place): void {
  // With it the rule runs on creation, too.
  if (before.optionalOldSelf !== after.optionalOldSelf) {
    place.report({ rule: "rule-changed", before: { ...before }, after: { ...after } });
  } else {
    place.report({ rule: "rule-message-changed", before: { ...before }, after: { ...after } });
  }
}
