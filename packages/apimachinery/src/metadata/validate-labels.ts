// Validates labels, annotations and label selectors, with the messages of kube-apiserver.

import type { FieldError } from "../field/field-error.ts";
import { field } from "../field/field-error.ts";
import type { FieldPath } from "../field/field-path.ts";
import type { Work } from "../json/steps.ts";
import { eachInSteps, finish, whenDone } from "../json/steps.ts";
import { isLabelValue, isQualifiedName } from "../names/label.ts";
import { byteLength } from "../names/messages.ts";
import type { LabelSelector, LabelSelectorRequirement } from "../selectors/label-selector.ts";

/** The maximum size of all annotations of an object, including keys. */
export const annotationsBytesMax: number = 256 * 1024;

/** Checks keys and values of labels. */
export function validateLabels(labels: { readonly [key: string]: string } | undefined, path: FieldPath): FieldError[] {
  return finish(labelErrors(labels, path));
}

/** In steps, the errors of `validateLabels`. */
export function labelErrors(
  given: { readonly [key: string]: string } | undefined,
  path: FieldPath,
): Work<FieldError[]> {
  const labels = given ?? {};
  const errors: FieldError[] = [];
  const checking = eachInSteps(Object.keys(labels), (key) => {
    for (const message of isQualifiedName(key)) errors.push(field.invalid(path, key, message));
    const value = labels[key] ?? "";
    for (const message of isLabelValue(value)) errors.push(field.invalid(path, value, message));
  });
  return whenDone(checking, () => errors);
}

/** Checks the key of a label, or another qualified name. */
export function validateLabelKey(key: string, path: FieldPath): FieldError[] {
  return isQualifiedName(key).map((message) => field.invalid(path, key, message));
}

/** Checks the keys of annotations, ignoring case, and their total size. */
export function validateAnnotations(
  annotations: { readonly [key: string]: string } | undefined,
  path: FieldPath,
): FieldError[] {
  return finish(annotationErrors(annotations, path));
}

/** In steps, the errors of `validateAnnotations`. */
export function annotationErrors(
  given: { readonly [key: string]: string } | undefined,
  path: FieldPath,
): Work<FieldError[]> {
  const annotations = given ?? {};
  const errors: FieldError[] = [];
  let bytes = 0;
  const checking = eachInSteps(Object.keys(annotations), (key) => {
    bytes += byteLength(key) + byteLength(annotations[key] ?? "");
    for (const message of isQualifiedName(key.toLowerCase())) errors.push(field.invalid(path, key, message));
  });
  return whenDone(checking, () => {
    if (bytes > annotationsBytesMax) errors.push(field.tooLong(path, annotationsBytesMax));
    return errors;
  });
}

/** Checks a selector in object form. */
export function validateLabelSelector(selector: LabelSelector | undefined, path: FieldPath): FieldError[] {
  return [
    ...validateLabels(selector?.matchLabels, path.child("matchLabels")),
    ...(selector?.matchExpressions ?? []).flatMap((expression, index) =>
      validateRequirement(expression, path.child("matchExpressions").index(index)),
    ),
  ];
}

function validateRequirement({ key, operator, values = [] }: LabelSelectorRequirement, path: FieldPath): FieldError[] {
  return [
    ...validateOperator(operator, values, path),
    ...validateLabelKey(key, path.child("key")),
    ...values.flatMap((value, index) =>
      isLabelValue(value).map((message) => field.invalid(path.child("values").index(index), value, message)),
    ),
  ];
}

function validateOperator(operator: string, values: readonly string[], path: FieldPath): FieldError[] {
  switch (operator) {
    case "In":
    case "NotIn":
      if (values.length > 0) return [];
      return [field.required(path.child("values"), "must be specified when `operator` is 'In' or 'NotIn'")];
    case "Exists":
    case "DoesNotExist":
      if (values.length === 0) return [];
      return [
        field.forbidden(path.child("values"), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      ];
    default:
      return [field.invalid(path.child("operator"), operator, "not a valid selector operator")];
  }
}
