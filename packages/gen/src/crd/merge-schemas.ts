/**
 * Puts what a field says about a value on top of what the value's type says. Both must hold: where they disagree on a
 * limit, both stand, in `allOf`; where only one can be meant (how a list merges, the default), the field wins.
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

import { withOriginsOf } from "./origins.ts";

/** The schema for a field with schema `use` of a type with schema `type`, as controller-gen merges the two. */
export function mergeSchemas(type: JsonSchema, use: JsonSchema): JsonSchema {
  const merged: { [key: string]: unknown } = { ...type };
  const fromType: { [key: string]: unknown } = {};
  const fromUse: { [key: string]: unknown } = {};
  const { allOf: said = [], ...limits } = use;
  for (const [key, ours] of Object.entries(limits)) {
    const theirs = merged[key];
    if (theirs === undefined || useWins.has(key)) merged[key] = ours;
    else if (isDeepEqual(theirs, ours) && !statedTwice.has(key)) continue;
    else if (key !== "enum" && key !== "type") {
      fromType[key] = theirs;
      fromUse[key] = ours;
      delete merged[key];
    }
  }
  // Keys are those of a list that is a map, which the use may say that it is not.
  if (merged["x-kubernetes-list-type"] !== "map") delete merged["x-kubernetes-list-map-keys"];
  const rules = [...(use["x-kubernetes-validations"] ?? []), ...(type["x-kubernetes-validations"] ?? [])];
  const apart = Object.keys(fromUse).length > 0 ? [fromType, fromUse] : [];
  const allOf = [...(type.allOf ?? []), ...said, ...apart];
  const whole = {
    ...merged,
    ...(rules.length > 0 ? { "x-kubernetes-validations": rules } : {}),
    ...(allOf.length > 0 ? { allOf } : {}),
  };
  return withOriginsOf(whole, type, use);
}

/** Limits that stand twice in `allOf` even when both say the same, as controller-gen has it, which compares them by reference. */
const statedTwice: ReadonlySet<string> = new Set([
  "maximum",
  "minimum",
  "multipleOf",
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
]);

const useWins: ReadonlySet<string> = new Set([
  // Both begin as the type's own; markers for items may have added to them.
  "items",
  "properties",
  "title",
  "description",
  "example",
  "externalDocs",
  "default",
  "nullable",
  "x-kubernetes-validations",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-map-type",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
]);
