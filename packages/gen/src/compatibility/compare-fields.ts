/** Compares the fields of an object: which exist, and which are required. */
import { additionalOf, propertyOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import type { Place } from "./change.ts";
import { fieldStep } from "./change.ts";

/** Facts about the schemas that contain two nodes. */
export interface Surroundings {
  /** Whether a limit on the number of fields, or an alternative, applies, which a default may violate. */
  readonly hasLimitsAround: boolean;
}

/** Compares two nodes and everything in them. */
export type CompareNodes = (before: JsonSchema, after: JsonSchema, place: Place, around: Surroundings) => void;

/** Compares the fields of two objects, each by `compareNodes`. */
export function compareFields(
  before: JsonSchema,
  after: JsonSchema,
  place: Place,
  around: Surroundings,
  compareNodes: CompareNodes,
): void {
  for (const [name, old] of Object.entries(before.properties ?? {})) {
    const field = propertyOf(after, name);
    if (field === undefined) compareGone(old, after, place.within(fieldStep(name)), around, compareNodes);
    else compareNodes(old, field, place.within(fieldStep(name)), around);
  }
  for (const [name, field] of Object.entries(after.properties ?? {})) {
    if (propertyOf(before, name) === undefined)
      compareNew(before, field, place.within(fieldStep(name)), around, compareNodes);
  }
  compareRequired(before, after, place);
}

/** A field that was removed from the schema. */
function compareGone(
  old: JsonSchema,
  after: JsonSchema,
  place: Place,
  around: Surroundings,
  compareNodes: CompareNodes,
): void {
  const values = additionalOf(after);
  if (values !== undefined) {
    compareNodes(old, values, place, around);
  } else if (after["x-kubernetes-preserve-unknown-fields"] === true || after.additionalProperties === true) {
    place.report({ rule: "field-undeclared", before: old.type });
    if (hasDefault(old)) place.report({ rule: "default-removed", before: old.default });
  } else {
    place.report({ rule: "field-removed", before: old.type });
  }
}

/** A field that was added to the schema. Objects may have it already if the schema kept unknown fields. */
function compareNew(
  before: JsonSchema,
  field: JsonSchema,
  place: Place,
  around: Surroundings,
  compareNodes: CompareNodes,
): void {
  const values = additionalOf(before);
  if (values !== undefined) {
    compareNodes(values, field, place, around);
    return;
  }
  const wasKept = before["x-kubernetes-preserve-unknown-fields"] === true || before.additionalProperties === true;
  if (wasKept && isConstrained(field)) place.report({ rule: "field-constrained", after: field.type });
  else if (hasDefault(field) && around.hasLimitsAround)
    place.report({ rule: "default-beside-limits", after: field.default });
  else place.report({ rule: "field-added", after: field.type });
}

/** Whether the schema rejects, changes or prunes any value. */
function isConstrained({ description: _description, title: _title, ...schema }: JsonSchema): boolean {
  const { "x-kubernetes-preserve-unknown-fields": keeps, ...rest } = schema;
  return keeps !== true || Object.keys(rest).length > 0;
}

function compareRequired(before: JsonSchema, after: JsonSchema, place: Place): void {
  const [was, is] = [before.required ?? [], after.required ?? []];
  for (const name of is.filter((each) => !was.includes(each))) {
    const filled = hasDefault(propertyOf(after, name) ?? {});
    place.within(fieldStep(name)).report({ rule: filled ? "field-required-with-default" : "field-required" });
  }
  for (const name of was.filter((each) => !is.includes(each))) {
    if (propertyOf(after, name) !== undefined) place.within(fieldStep(name)).report({ rule: "field-optional" });
  }
}

function hasDefault(schema: JsonSchema): boolean {
  return schema.default !== undefined && schema.default !== null;
}
