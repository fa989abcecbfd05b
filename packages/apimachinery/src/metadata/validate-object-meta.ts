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
import { validateAnnotations, validateLabels } from "./validate-labels.ts";
import { validateManagedFields } from "./validate-managed-fields.ts";
import { validateFinalizers, validateNoNewFinalizers, validateOwnerReferences } from "./validate-owner-references.ts";

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
  const path = rules.path ?? fieldPath("metadata");
  return [
    ...validateName(metadata, rules.nameRule, path),
    ...validateNamespace(metadata.namespace ?? "", rules.namespaced, path.child("namespace")),
    ...validateNonnegative(metadata.generation ?? 0, path.child("generation")),
    ...validateLabels(metadata.labels, path.child("labels")),
    ...validateAnnotations(metadata.annotations, path.child("annotations")),
    ...validateOwnerReferences(metadata.ownerReferences, path.child("ownerReferences")),
    ...validateFinalizers(metadata.finalizers, path.child("finalizers")),
    ...validateManagedFields(metadata.managedFields, path.child("managedFields")),
  ];
}

/** Checks the metadata of an update against the stored object's. */
export function validateObjectMetaUpdate(
  metadata: ObjectMeta,
  old: ObjectMeta,
  path: FieldPath = fieldPath("metadata"),
): FieldError[] {
  return [
    ...(typeof old.deletionTimestamp === "string"
      ? validateNoNewFinalizers(metadata.finalizers, old.finalizers, path.child("finalizers"))
      : []),
    ...validateVersion(metadata, old, path),
    ...validateImmutable(metadata.name ?? "", old.name ?? "", path.child("name")),
    ...validateImmutable(metadata.namespace ?? "", old.namespace ?? "", path.child("namespace")),
    ...validateImmutable(metadata.uid ?? "", old.uid ?? "", path.child("uid")),
    ...validateImmutable(
      metadata.creationTimestamp ?? null,
      old.creationTimestamp ?? null,
      path.child("creationTimestamp"),
    ),
    ...validateImmutable(
      metadata.deletionTimestamp ?? null,
      old.deletionTimestamp ?? null,
      path.child("deletionTimestamp"),
    ),
    ...validateImmutable(
      metadata.deletionGracePeriodSeconds ?? null,
      old.deletionGracePeriodSeconds ?? null,
      path.child("deletionGracePeriodSeconds"),
    ),
    ...validateLabels(metadata.labels, path.child("labels")),
    ...validateAnnotations(metadata.annotations, path.child("annotations")),
    ...validateOwnerReferences(metadata.ownerReferences, path.child("ownerReferences")),
    ...validateManagedFields(metadata.managedFields, path.child("managedFields")),
  ];
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
