// Validates lists of conditions in the standard format, with the messages of kube-apiserver.

import { append } from "../field/append.ts";
import type { Condition } from "../conditions/condition.ts";
import type { FieldError } from "../field/field-error.ts";
import { field } from "../field/field-error.ts";
import type { FieldPath } from "../field/field-path.ts";
import { byteLength, regexMessage } from "../names/messages.ts";
import { validateLabelKey } from "./validate-labels.ts";

const reasonBytesMax = 1024;
const messageBytesMax = 32 * 1024;

/** Checks each condition, and that types are unique. */
export function validateConditions(conditions: readonly Condition[] | undefined, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return (conditions ?? []).flatMap((condition, index) => {
    const isDuplicate = seen.has(condition.type);
    seen.add(condition.type);
    const errors = validateCondition(condition, path.index(index));
    return isDuplicate ? [field.duplicate(path.index(index).child("type"), condition.type), ...errors] : errors;
  });
}

function validateCondition(condition: Condition, path: FieldPath): FieldError[] {
  const { type, status, observedGeneration = 0, lastTransitionTime, reason = "", message = "" } = condition;
  const errors = validateLabelKey(type, path.child("type"));
  if (!["True", "False", "Unknown"].includes(status)) {
    errors.push(field.notSupported(path.child("status"), status, ["False", "True", "Unknown"]));
  }
  if (observedGeneration < 0) {
    const text = "must be greater than or equal to zero";
    errors.push(field.invalid(path.child("observedGeneration"), observedGeneration, text));
  }
  if (!lastTransitionTime) errors.push(field.required(path.child("lastTransitionTime"), ""));
  append(errors, validateReason(reason, path.child("reason")));
  if (byteLength(message) > messageBytesMax) errors.push(field.tooLong(path.child("message"), messageBytesMax));
  return errors;
}

function validateReason(reason: string, path: FieldPath): FieldError[] {
  if (reason === "") return [field.required(path, "")];
  const errors: FieldError[] = [];
  // The message has kube-apiserver's pattern. This equivalent check is fast for long strings.
  if (!/^[A-Za-z][A-Za-z0-9_,:]*$/.test(reason) || /[,:]$/.test(reason)) {
    const text =
      "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'";
    const examples = ["my_name", "MY_NAME", "MyName", "ReasonA,ReasonB", "ReasonA:ReasonB"];
    errors.push(field.invalid(path, reason, regexMessage(text, "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?", ...examples)));
  }
  if (byteLength(reason) > reasonBytesMax) errors.push(field.tooLong(path, reasonBytesMax));
  return errors;
}
