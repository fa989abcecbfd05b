/** Compares two schemas: which values the new one rejects, prunes or defaults. */
import { isDeepEqual } from "@kubewright/apimachinery";
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import { compareAlternatives, compareRules, hasAlternatives } from "./compare-conditions.ts";
import { compareFields } from "./compare-fields.ts";
import type { Surroundings } from "./compare-fields.ts";
import { compareLimits } from "./compare-limits.ts";
import type { Place } from "./change.ts";

/** Compares the schemas of a version. `apiVersion`, `kind` and `metadata` always exist, whether declared or not. */
export function compareSchemas(before: JsonSchema, after: JsonSchema, place: Place): void {
  compareNodes(withTypeMeta(before), withTypeMeta(after), place, { hasLimitsAround: false });
}

/** Compares two nodes and everything in them. */
function compareNodes(before: JsonSchema, after: JsonSchema, place: Place, around: Surroundings): void {
  const inner: Surroundings = {
    hasLimitsAround: around.hasLimitsAround || hasAlternatives(after) || after.maxProperties !== undefined,
  };
  compareWords(before, after, place);
  compareDefaults(before, after, place, around);
  const nullable = after.nullable === true;
  place.compare(nullable ? "nullable-added" : "nullable-withdrawn", before.nullable === true, nullable);
  const relation = compareTypes(before, after, place);
  compareAlternatives(before, after, place);
  compareRules(before, after, place);
  if (relation === "unlike") return;
  compareLimits(before, after, place);
  compareMerge(before, after, place);
  const [items, newItems] = [itemsOf(before), itemsOf(after)];
  if (items !== undefined && newItems !== undefined) compareNodes(items, newItems, place.within("[*]"), inner);
  compareFields(before, after, place, inner, compareNodes);
  compareMaps(before, after, place, inner);
}

function withTypeMeta(schema: JsonSchema): JsonSchema {
  const implied = { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: { type: "object" } };
  return { ...schema, properties: { ...implied, ...schema.properties } };
}

/** The name of a node's type. */
function typeOf(schema: JsonSchema): string {
  return schema.type ?? (schema["x-kubernetes-int-or-string"] === true ? "int-or-string" : "any");
}

/** For each type, the types that include it. */
const widerTypes: Readonly<Record<string, readonly string[]>> = {
  integer: ["number", "int-or-string"],
  string: ["int-or-string"],
};

/** Reports a change of the type; `unlike` when the contents cannot be compared any further. */
function compareTypes(before: JsonSchema, after: JsonSchema, place: Place): "alike" | "unlike" {
  const [was, is] = [typeOf(before), typeOf(after)];
  if (was === is) return "alike";
  const change = { before: was, after: is };
  if (is === "any" || widerTypes[was]?.includes(is) === true) {
    place.report({ rule: "type-widened", ...change });
    // A schema without a type may still declare the fields of objects.
    return is === "any" && after.properties === undefined && itemsOf(after) === undefined ? "unlike" : "alike";
  }
  place.report({ rule: was === "int-or-string" ? "int-or-string-withdrawn" : "type-changed", ...change });
  return "unlike";
}

function compareWords(before: JsonSchema, after: JsonSchema, place: Place): void {
  const words = ({ title, description, example, externalDocs }: JsonSchema): object => {
    return { title, description, example, externalDocs };
  };
  if (!isDeepEqual(words(before), words(after))) place.report({ rule: "description-changed" });
}

function compareDefaults(before: JsonSchema, after: JsonSchema, place: Place, { hasLimitsAround }: Surroundings): void {
  const [was, is] = [before.default ?? undefined, after.default ?? undefined];
  const added = hasLimitsAround ? "default-beside-limits" : "default-added";
  place.compare(is === undefined ? "default-removed" : was === undefined ? added : "default-changed", was, is);
}

function compareMerge(before: JsonSchema, after: JsonSchema, place: Place): void {
  const { "x-kubernetes-list-type": listType = "atomic", "x-kubernetes-map-type": mapType = "granular" } = before;
  const { "x-kubernetes-list-type": newListType = "atomic", "x-kubernetes-map-type": newMapType = "granular" } = after;
  const [keys, newKeys] = [before, after].map((schema) => schema["x-kubernetes-list-map-keys"] ?? []);
  if (listType === newListType) place.compare("map-keys-changed", keys, newKeys);
  place.compare("list-type-changed", listType, newListType);
  place.compare("map-type-changed", mapType, newMapType);
  const [was, is] = [before, after].map((schema) => schema["x-kubernetes-embedded-resource"] === true);
  place.compare("embedded-resource-changed", was, is);
}

/** Keys that no schema names: the schema of their values, and whether they are kept. */
function compareMaps(before: JsonSchema, after: JsonSchema, place: Place, around: Surroundings): void {
  const [keeps, nowKeeps] = [before, after].map((schema) => schema["x-kubernetes-preserve-unknown-fields"] === true);
  if (keeps === true && nowKeeps !== true) place.report({ rule: "unknown-fields-withdrawn", before: true });
  if (keeps !== true && nowKeeps === true) place.report({ rule: "unknown-fields-kept", after: true });
  const [values, newValues] = [openValues(before), openValues(after)];
  if (values !== undefined && newValues !== undefined) compareNodes(values, newValues, place.within(".*"), around);
  else if (values !== undefined && nowKeeps !== true) place.report({ rule: "additional-properties-removed" });
  else if (newValues !== undefined && keeps === true)
    place.report({ rule: "field-constrained", path: `${place.path}.*` });
  else if (newValues !== undefined) place.report({ rule: "additional-properties-added" });
}

function openValues(schema: JsonSchema): JsonSchema | undefined {
  return schema.additionalProperties === true ? anything : additionalOf(schema);
}

const anything: JsonSchema = { "x-kubernetes-preserve-unknown-fields": true };
