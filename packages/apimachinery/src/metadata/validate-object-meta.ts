// Validates metadata of every kind: on create, and on update against the stored object. The server has already
// set its fields.

import type { FieldError } from "../field/field-error.ts";
import { field } from "../field/field-error.ts";
import type { FieldPath } from "../field/field-path.ts";
import { fieldPath } from "../field/field-path.ts";
import { isDeepEqual } from "../json/deep-equal.ts";
import type { NameRule } from "../names/name-rule.ts";
import { nameIsDnsLabel } from "../names/name-rule.ts";
import type { ObjectMeta } from "../object/kubernetes-object.ts";
import type { Work } from "../json/steps.ts";
import { finish, joinedInSteps } from "../json/steps.ts";
import { annotationErrors, labelErrors } from "./validate-labels.ts";
import { managedFieldsErrors } from "./validate-managed-fields.ts";
import { finalizerErrors, ownerReferenceErrors, validateNoNewFinalizers } from "./validate-owner-references.ts";

/** The rules for the metadata of a kind. */
export interface ObjectMetaRules {
  readonly namespaced: boolean;
  readonly nameRule: NameRule;
  /** Default: `metadata`. */
  readonly path?: FieldPath;
}

/** The message about a change of an immutable field. */
export const immutableMessage = "field is immutable";

/** Checks the metadata of an object to be created, after a name was generated. */
export function validateObjectMeta(metadata: ObjectMeta, rules: ObjectMetaRules): FieldError[] {
  return finish(objectMetaErrors(metadata, rules));
}

/** In steps, the errors of `validateObjectMeta`. */
export function objectMetaErrors(metadata: ObjectMeta, rules: ObjectMetaRules): Work<FieldError[]> {
  const path = rules.path ?? fieldPath("metadata");
  return joinedInSteps([
    () => validateName(metadata, rules.nameRule, path),
    () => validateNamespace(metadata.namespace ?? "", rules.namespaced, path.child("namespace")),
    () => validateNonnegative(metadata.generation ?? 0, path.child("generation")),
    () => labelErrors(metadata.labels, path.child("labels")),
    () => annotationErrors(metadata.annotations, path.child("annotations")),
    () => ownerReferenceErrors(metadata.ownerReferences, path.child("ownerReferences")),
    () => finalizerErrors(metadata.finalizers, path.child("finalizers")),
    () => managedFieldsErrors(metadata.managedFields, path.child("managedFields")),
  ]);
}

/** Checks the metadata of an update against the stored object's. */
export function validateObjectMetaUpdate(
  metadata: ObjectMeta,
  old: ObjectMeta,
  path: FieldPath = fieldPath("metadata"),
): FieldError[] {
  return finish(objectMetaUpdateErrors(metadata, old, path));
}

/** In steps, the errors of `validateObjectMetaUpdate`. */
export function objectMetaUpdateErrors(
  metadata: ObjectMeta,
  old: ObjectMeta,
  path: FieldPath = fieldPath("metadata"),
): Work<FieldError[]> {
  const immutable = [
    ["name", metadata.name ?? "", old.name ?? ""],
    ["namespace", metadata.namespace ?? "", old.namespace ?? ""],
    ["uid", metadata.uid ?? "", old.uid ?? ""],
    ["creationTimestamp", metadata.creationTimestamp ?? null, old.creationTimestamp ?? null],
    ["deletionTimestamp", metadata.deletionTimestamp ?? null, old.deletionTimestamp ?? null],
    ["deletionGracePeriodSeconds", metadata.deletionGracePeriodSeconds ?? null, old.deletionGracePeriodSeconds ?? null],
  ] as const;
  return joinedInSteps([
    () =>
      typeof old.deletionTimestamp === "string"
        ? validateNoNewFinalizers(metadata.finalizers, old.finalizers, path.child("finalizers"))
        : [],
    () => validateVersion(metadata, old, path),
    () => immutable.flatMap(([name, value, before]) => validateImmutable(value, before, path.child(name))),
    () => labelErrors(metadata.labels, path.child("labels")),
    () => annotationErrors(metadata.annotations, path.child("annotations")),
    () => ownerReferenceErrors(metadata.ownerReferences, path.child("ownerReferences")),
    () => managedFieldsErrors(metadata.managedFields, path.child("managedFields")),
  ]);
}

/** Checks that a field did not change. */
export function validateImmutable(value: unknown, old: unknown, path: FieldPath): FieldError[] {
  return isDeepEqual(value, old) ? [] : [field.invalid(path, value, immutableMessage)];
}

/** Checks that a number is not below zero. */
export function validateNonnegative(value: number | bigint, path: FieldPath): FieldError[] {
  return value < 0 ? [field.invalid(path, value, "must be greater than or equal to 0")] : [];
}

function validateName({ generateName = "", name = "" }: ObjectMeta, rule: NameRule, path: FieldPath): FieldError[] {
  const errors =
    generateName === ""
      ? []
      : rule(generateName, true).map((message) => field.invalid(path.child("generateName"), generateName, message));
  if (name === "") return [...errors, field.required(path.child("name"), "name or generateName is required")];
  return [...errors, ...rule(name, false).map((message) => field.invalid(path.child("name"), name, message))];
}

function validateNamespace(namespace: string, isNamespaced: boolean, path: FieldPath): FieldError[] {
  if (!isNamespaced) return namespace === "" ? [] : [field.forbidden(path, "not allowed on this type")];
  if (namespace === "") return [field.required(path, "")];
  return nameIsDnsLabel(namespace, false).map((message) => field.invalid(path, namespace, message));
}

function validateVersion(metadata: ObjectMeta, old: ObjectMeta, path: FieldPath): FieldError[] {
  const { resourceVersion = "", generation = 0 } = metadata;
  const errors: FieldError[] = [];
  if (resourceVersion === "") {
    errors.push(field.invalid(path.child("resourceVersion"), resourceVersion, "must be specified for an update"));
  }
  if (generation < (old.generation ?? 0)) {
    errors.push(field.invalid(path.child("generation"), generation, "must not be decremented"));
  }
  return errors;
}
