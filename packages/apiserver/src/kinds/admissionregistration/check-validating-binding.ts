/** Errors of bindings. The parts that bindings of validating and mutating policies share come first. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, isDns1123Subdomain, joinedInSteps, repeatedIndexes } from "@kubewright/apimachinery";
import { invalidFor } from "../field-checks.ts";
import { checkMatchResources } from "./check-match-resources.ts";
import { checkParamRef } from "./check-params.ts";
import type { ValidatingBindingSpec, ValidatingBindingView } from "./policy.ts";

/** In steps, the errors of the parts of a binding that both types have. */
export function checkBindingParts(
  spec: Pick<ValidatingBindingSpec, "policyName" | "paramRef" | "matchResources">,
  path: FieldPath,
): Work<readonly FieldError[]> {
  const { policyName = "" } = spec;
  return joinedInSteps([
    () =>
      policyName === ""
        ? [field.required(path.child("policyName"), "")]
        : invalidFor(path.child("policyName"), policyName, isDns1123Subdomain(policyName)),
    () => checkParamRef(spec.paramRef, path.child("paramRef")),
    () => checkMatchResources(spec.matchResources, path.child("matchResources")),
  ]);
}

const actions: readonly string[] = ["Audit", "Deny", "Warn"];

/** In steps, the errors of a binding of a validating policy. */
export function checkValidatingBinding(binding: ValidatingBindingView): Work<readonly FieldError[]> {
  const spec: ValidatingBindingSpec = binding.spec ?? {};
  const path = fieldPath("spec");
  return joinedInSteps([
    () => checkBindingParts(spec, path),
    () => checkActions(spec.validationActions ?? [], path.child("validationActions")),
  ]);
}

function checkActions(values: readonly string[], path: FieldPath): readonly FieldError[] {
  if (values.length === 0) return [field.required(path, "at least one validation action is required")];
  const conflict =
    "must not contain both Deny and Warn " +
    "(repeating the same validation failure information in the API response and headers serves no purpose)";
  const repeated = repeatedIndexes(values);
  return [
    ...values.flatMap((action, index) => [
      ...(actions.includes(action) ? [] : [field.notSupported(path.index(index), action, actions)]),
      ...(repeated.has(index) ? [field.duplicate(path.index(index), action)] : []),
    ]),
    ...(values.includes("Deny") && values.includes("Warn") ? [field.invalid(path, values, conflict)] : []),
  ];
}
