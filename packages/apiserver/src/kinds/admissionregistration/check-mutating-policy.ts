/** Errors of mutating admission policies and of their bindings. Expressions are compiled when a policy is written, so a policy that is stored compiles. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, joinedInSteps } from "@kubewright/apimachinery";
import { policyDeclarations } from "../../expressions/environment.ts";
import { PolicyVariables } from "../../expressions/policy-variables.ts";
import { checkMutation } from "./check-mutation.ts";
import { checkMutableOperations, checkPolicyParts } from "./check-policy-parts.ts";
import { checkBindingParts } from "./check-validating-binding.ts";
import { checksOfVariables } from "./check-variables.ts";
import type { MutatingBindingView, MutatingPolicySpec, MutatingPolicyView } from "./policy.ts";

const reinvocationPolicies: readonly string[] = ["IfNeeded", "Never"];

/** Errors of a policy; `old` is the stored one on updates. */
export function checkMutatingPolicy(
  policy: MutatingPolicyView,
  old: MutatingPolicyView | undefined,
): Work<readonly FieldError[]> {
  const spec: MutatingPolicySpec = policy.spec ?? {};
  const path = fieldPath("spec");
  const declarations = policyDeclarations(spec);
  const scope = new PolicyVariables();
  return joinedInSteps([
    () => checkPolicyParts(spec, old?.spec, path, checkMutableOperations),
    ...checksOfVariables(spec.variables ?? [], scope, declarations, path.child("variables")),
    ...checksOfMutations(spec, path.child("mutations"), scope.environmentOf({ ...declarations, hasPatchTypes: true })),
    () => checkReinvocation(spec.reinvocationPolicy ?? "", path.child("reinvocationPolicy")),
  ]);
}

function checksOfMutations(
  { mutations = [] }: MutatingPolicySpec,
  path: FieldPath,
  environment: Parameters<typeof checkMutation>[2],
): readonly (() => readonly FieldError[])[] {
  if (mutations.length === 0) return [() => [field.required(path, "mutations must contain at least one item")]];
  return mutations.map((mutation, index) => () => checkMutation(mutation, path.index(index), environment));
}

function checkReinvocation(value: string, path: FieldPath): readonly FieldError[] {
  if (value === "") return [field.required(path, "")];
  return reinvocationPolicies.includes(value) ? [] : [field.notSupported(path, value, reinvocationPolicies)];
}

/** In steps, the errors of a binding of a mutating policy. */
export function checkMutatingBinding({ spec = {} }: MutatingBindingView): Work<readonly FieldError[]> {
  const path = fieldPath("spec");
  const { matchResources } = spec;
  return joinedInSteps([
    () => checkBindingParts(spec, path),
    () => (matchResources === undefined ? [] : checkMutableOperations(matchResources, path.child("matchResources"))),
  ]);
}
