/** Taints of devices and tolerations of requests, and the conditions that a device needs before it is bound. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isLabelValue, repeatedIndexes } from "@kubewright/apimachinery";
import type { DeviceTaint, DeviceToleration } from "@kubewright/api/resource.k8s.io/v1";
import { checkOneOf, checkQualifiedName, invalidFor } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkItems } from "./bounded-lists.ts";

const effects = ["NoExecute", "NoSchedule", "None"];
const operators = ["Equal", "Exists"];
const bindingConditionsMax = 4;

export function checkTaint(
  { key = "", value = "", effect }: View<DeviceTaint>,
  path: FieldPath,
): readonly FieldError[] {
  return [
    ...checkQualifiedName(key, path.child("key")),
    ...invalidFor(path.child("value"), value, isLabelValue(value)),
    ...checkOneOf(effect, effects, path.child("effect")),
  ];
}

export function checkToleration(toleration: View<DeviceToleration>, path: FieldPath): readonly FieldError[] {
  const { key = "", value = "", operator, effect = "" } = toleration;
  return [
    ...(key === "" ? [] : checkQualifiedName(key, path.child("key"))),
    ...(operator === "Exists" && value !== ""
      ? [field.invalid(path.child("value"), value, "must be empty for operator `Exists`")]
      : []),
    ...(operator === "Equal" ? invalidFor(path.child("value"), value, isLabelValue(value)) : []),
    ...checkOneOf(operator, operators, path.child("operator")),
    ...(effect === "" ? [] : checkOneOf(effect, effects, path.child("effect"))),
  ];
}

interface BindingConditions {
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
}

/** Checks the types of conditions, which are names of labels. */
export function checkBindingConditions(
  { bindingConditions = [], bindingFailureConditions = [] }: BindingConditions,
  path: FieldPath,
): readonly FieldError[] {
  const at = path.child("bindingConditions");
  const failuresAt = path.child("bindingFailureConditions");
  const repeated = repeatedIndexes(bindingConditions);
  const repeatedFailures = repeatedIndexes(bindingFailureConditions);
  const overlap = "bindingFailureConditions must not overlap with bindingConditions";
  const errors: FieldError[] = [
    ...checkItems(bindingConditions, bindingConditionsMax, checkQualifiedName, at),
    ...checkItems(bindingFailureConditions, bindingConditionsMax, checkQualifiedName, failuresAt),
    ...bindingConditions.flatMap((type, index) =>
      repeated.has(index) ? [field.duplicate(at.index(index), type)] : [],
    ),
    ...bindingFailureConditions.flatMap((type, index) => [
      ...(repeatedFailures.has(index) ? [field.duplicate(failuresAt.index(index), type)] : []),
      ...(bindingConditions.includes(type) ? [field.invalid(failuresAt.index(index), type, overlap)] : []),
    ]),
  ];
  if (bindingConditions.length === 0 && bindingFailureConditions.length > 0) {
    const text = "bindingConditions are required to use bindingFailureConditions";
    errors.push(field.invalid(at, null, text));
  }
  if (bindingFailureConditions.length === 0 && bindingConditions.length > 0) {
    const text = "bindingFailureConditions are required to use bindingConditions";
    errors.push(field.invalid(failuresAt, null, text));
  }
  return errors;
}
