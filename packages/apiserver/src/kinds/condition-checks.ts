/**
 * Conditions in the form that kinds share:
 * https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties
 */
import type { Condition, FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, repeatedIndexes } from "@kubewright/apimachinery";
import { checkQualifiedName } from "./field-checks.ts";
import type { View } from "./typed.ts";

const statuses: readonly string[] = ["False", "True", "Unknown"];
const reasonBytesMax = 1024;
const messageBytesMax = 32 * 1024;

const reasonText =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', " +
  "and must end with an alphanumeric character or '_' " +
  "(e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', " +
  "regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

export function checkConditions(conditions: readonly View<Condition>[], path: FieldPath): readonly FieldError[] {
  const repeated = repeatedIndexes(conditions.map(({ type = "" }) => type));
  return conditions.flatMap((condition, index) => {
    const { type = "" } = condition;
    const at = path.index(index);
    return [
      ...(repeated.has(index) ? [field.duplicate(at.child("type"), type)] : []),
      ...checkCondition(condition, at),
    ];
  });
}

function checkCondition(condition: View<Condition>, path: FieldPath): readonly FieldError[] {
  const { type = "", status = "", observedGeneration = 0, lastTransitionTime, reason = "", message = "" } = condition;
  const errors: FieldError[] = [...checkQualifiedName(type, path.child("type"))];
  if (!statuses.includes(status)) errors.push(field.notSupported(path.child("status"), status, statuses));
  if (observedGeneration < 0) {
    const text = "must be greater than or equal to zero";
    errors.push(field.invalid(path.child("observedGeneration"), observedGeneration, text));
  }
  // A missing required time prints as null.
  if ((lastTransitionTime ?? null) === null) errors.push(field.required(path.child("lastTransitionTime"), ""));
  append(errors, checkReason(reason, path.child("reason")));
  if (Buffer.byteLength(message) > messageBytesMax) {
    errors.push(field.tooLong(path.child("message"), messageBytesMax));
  }
  return errors;
}

function checkReason(reason: string, path: FieldPath): readonly FieldError[] {
  if (reason === "") return [field.required(path, "")];
  return [
    ...(/^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/u.test(reason) ? [] : [field.invalid(path, reason, reasonText)]),
    ...(Buffer.byteLength(reason) > reasonBytesMax ? [field.tooLong(path, reasonBytesMax)] : []),
  ];
}
