/** Errors of bindings. The parts that bindings of validating and mutating policies share come first. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDns1123Subdomain } from "@kubewright/apimachinery";
import { invalidFor } from "../field-checks.ts";
import { checkMatchResources } from "./check-match-resources.ts";
import { checkParamRef } from "./check-params.ts";
import type { ValidatingBindingSpec, ValidatingBindingView } from "./policy.ts";

/** Errors of the parts of a binding that both types have. */
export function checkBindingParts(
  spec: Pick<ValidatingBindingSpec, "policyName" | "paramRef" | "matchResources">,
  path: FieldPath,
): readonly FieldError[] {
  const { policyName = "" } = spec;
  return [
    ...(policyName === ""
      ? [field.required(path.child("policyName"), "")]
      : invalidFor(path.child("policyName"), policyName, isDns1123Subdomain(policyName))),
    ...checkParamRef(spec.paramRef, path.child("paramRef")),
    ...checkMatchResources(spec.matchResources, path.child("matchResources")),
  ];
}

const actions: readonly string[] = ["Audit", "Deny", "Warn"];

/** Errors of a binding of a validating policy. */
export function checkValidatingBinding(binding: ValidatingBindingView): readonly FieldError[] {
  const spec: ValidatingBindingSpec = binding.spec ?? {};
  const path = fieldPath("spec");
  return [
    ...checkBindingParts(spec, path),
    ...checkActions(spec.validationActions ?? [], path.child("validationActions")),
  ];
}

function checkActions(values: readonly string[], path: FieldPath): readonly FieldError[] {
  if (values.length === 0) return [field.required(path, "at least one validation action is required")];
  const conflict =
    "must not contain both Deny and Warn " +
    "(repeating the same validation failure information in the API response and headers serves no purpose)";
  return [
    ...values.flatMap((action, index) => [
      ...(actions.includes(action) ? [] : [field.notSupported(path.index(index), action, actions)]),
      ...(values.indexOf(action) < index ? [field.duplicate(path.index(index), action)] : []),
    ]),
    ...(values.includes("Deny") && values.includes("Warn") ? [field.invalid(path, values, conflict)] : []),
  ];
}
