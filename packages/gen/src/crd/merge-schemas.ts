/**
 * Merges the schema of a field with the schema of its type. Both apply: different limits are kept in `allOf`. For keywords that have only
 * one value (the merge strategy, the default), the value of the field is used.
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

import { withOriginsOf } from "./origins.ts";

/** The schema for a field with schema `use` of a type with schema `type`, as controller-gen merges the two. */
export function mergeSchemas(type: JsonSchema, use: JsonSchema): JsonSchema {
  const merged: { [key: string]: unknown } = { ...type };
  const fromType: { [key: string]: unknown } = {};
  const fromUse: { [key: string]: unknown } = {};
  const { allOf: own = [], ...limits } = use;
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
  // Keys belong to lists of type map; the field may have changed the type.
  if (merged["x-kubernetes-list-type"] !== "map") delete merged["x-kubernetes-list-map-keys"];
  const rules = [...(use["x-kubernetes-validations"] ?? []), ...(type["x-kubernetes-validations"] ?? [])];
  const apart = Object.keys(fromUse).length > 0 ? [fromType, fromUse] : [];
  const allOf = [...(type.allOf ?? []), ...own, ...apart];
  const whole = {
    ...merged,
    ...(rules.length > 0 ? { "x-kubernetes-validations": rules } : {}),
    ...(allOf.length > 0 ? { allOf } : {}),
  };
  return withOriginsOf(whole, type, use);
}

/** Limits that controller-gen writes twice into `allOf` even if they are equal, because it compares them by reference. */
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
  // Both start from the schema of the type; markers for items have been applied to the second.
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
