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

type Compare = (before: JsonSchema, after: JsonSchema, place: Place) => void;

/** Compares the fields of two objects, each by `compareNodes`. */
export function compareFields(
  before: JsonSchema,
  after: JsonSchema,
  place: Place,
  around: Surroundings,
  compareNodes: CompareNodes,
): void {
  const compare: Compare = (old, field, at) => compareNodes(old, field, at, around);
  for (const [name, old] of Object.entries(before.properties ?? {})) {
    const field = propertyOf(after, name);
    if (field === undefined) compareGone(old, after, place.within(fieldStep(name)), compare);
    else compare(old, field, place.within(fieldStep(name)));
  }
  for (const [name, field] of Object.entries(after.properties ?? {})) {
    if (propertyOf(before, name) !== undefined) continue;
    const at = place.within(fieldStep(name));
    const values = additionalOf(before);
    if (values === undefined) reportNew(before, field, at, around);
    else compare(values, field, at);
  }
  compareRequired(before, after, place);
}

/** A field that was removed from the schema. */
function compareGone(old: JsonSchema, after: JsonSchema, place: Place, compare: Compare): void {
  const values = additionalOf(after);
  if (values !== undefined) {
    compare(old, values, place);
  } else if (keepsUnknown(after)) {
    place.report({ rule: "field-undeclared", before: old.type });
    if (hasDefault(old)) place.report({ rule: "default-removed", before: old.default });
  } else {
    place.report({ rule: "field-removed", before: old.type });
  }
}

/** A field that was added to the schema. Objects may have it already if the schema kept unknown fields. */
function reportNew(before: JsonSchema, field: JsonSchema, place: Place, { hasLimitsAround }: Surroundings): void {
  if (keepsUnknown(before) && isConstrained(field)) place.report({ rule: "field-constrained", after: field.type });
  else if (hasDefault(field) && hasLimitsAround) place.report({ rule: "default-beside-limits", after: field.default });
  else place.report({ rule: "field-added", after: field.type });
}

function keepsUnknown(schema: JsonSchema): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true || schema.additionalProperties === true;
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
