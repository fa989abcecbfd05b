// Checks the form of x-kubernetes-validations without compiling CEL.

import { field } from "@kubewright/apimachinery";
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import type { JsonSchema, ValidationRule } from "../model/json-schema.ts";
import { followFieldPath } from "./field-path.ts";
import { whyNotStructural } from "./keywords.ts";

const reasons = ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/** Errors of the form of rules. */
export function checkRules(schema: JsonSchema, path: FieldPath): FieldError[] {
  const at = path.child("x-kubernetes-validations");
  return (schema["x-kubernetes-validations"] ?? []).flatMap((rule, index) => checkRule(rule, schema, at.index(index)));
}

function checkRule(rule: ValidationRule, schema: JsonSchema, path: FieldPath): FieldError[] {
  const { messageExpression = "", reason, fieldPath = "" } = rule;
  const errors = checkMessage(rule, path);
  if (messageExpression !== "" && messageExpression.trim() === "") {
    errors.push(field.required(path.child("messageExpression"), "messageExpression must be non-empty if specified"));
  }
  if (reason !== undefined && !reasons.includes(reason)) {
    errors.push(field.notSupported(path.child("reason"), reason, reasons));
  }
  if (fieldPath !== "" && fieldPath.trim() === "") {
    errors.push(field.invalid(path.child("fieldPath"), fieldPath, "must be non-empty if specified"));
  }
  if (hasLineBreak(fieldPath)) {
    errors.push(field.invalid(path.child("fieldPath"), fieldPath, "must not contain line breaks"));
  }
  // A kube-apiserver follows the path only in a schema that is structural.
  if (fieldPath !== "" && whyNotStructural(schema) === undefined) {
    const target = followFieldPath(fieldPath, schema, { allowsBrackets: true });
    if (typeof target === "string")
      errors.push(field.invalid(path.child("fieldPath"), fieldPath, "must be a valid path"));
  }
  return errors;
}

function checkMessage({ rule = "", message = "" }: ValidationRule, path: FieldPath): FieldError[] {
  const [trimmedRule, trimmedMessage] = [rule.trim(), message.trim()];
  const at = path.child("message");
  if (trimmedRule === "") return [field.required(path.child("rule"), "rule is not specified")];
  if (message !== "" && trimmedMessage === "") return [field.invalid(at, message, "must be non-empty if specified")];
  if (hasLineBreak(trimmedMessage)) return [field.invalid(at, message, "must not contain line breaks")];
  if (hasLineBreak(trimmedRule) && trimmedMessage === "") {
    return [field.required(at, "message must be specified if rule contains line breaks")];
  }
  return [];
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}
