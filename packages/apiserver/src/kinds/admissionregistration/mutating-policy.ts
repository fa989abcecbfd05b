/**
 * MutatingAdmissionPolicy and its binding: expressions that change the objects of writes.
 * https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/
 */
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
} from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, joinedInSteps } from "@kubewright/apimachinery";
import type { CelType, Environment } from "@kubewright/cel";
import { listOf, structType } from "@kubewright/cel";
import { compileAdmissionExpression, expressionErrors } from "../../expressions/compiled-expression.ts";
import { policyDeclarations } from "../../expressions/environment.ts";
import { PolicyVariables } from "../../expressions/policy-variables.ts";
import { checkOneOf } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { MutatingBindingView, MutatingPolicySpec, MutatingPolicyView, MutationView } from "./admission-kind.ts";
import { reinvocationPolicies } from "./admission-kind.ts";
import { shownParamKind, shownParamRef } from "./params.ts";
import type { PolicyKindOptions } from "./policy-record.ts";
import {
  bindingRecord,
  checkBindingParts,
  checkMutableOperations,
  checkPolicyParts,
  checksOfVariables,
  policyRecord,
} from "./policy-record.ts";

const policyPlural = "mutatingadmissionpolicies";

/** The kinds of mutating policies and of their bindings. */
export function mutatingPolicyKinds(options: PolicyKindOptions): readonly BuiltinKind[] {
  return [
    builtinKind<MutatingAdmissionPolicy>({
      ...policyRecord(checkMutatingPolicy, options),
      plural: policyPlural,
      cells: ({ spec }) => ({ Mutations: spec?.mutations?.length ?? 0, ParamKind: shownParamKind(spec?.paramKind) }),
    }),
    builtinKind<MutatingAdmissionPolicyBinding>({
      ...bindingRecord(policyPlural, checkMutatingBinding, options),
      plural: "mutatingadmissionpolicybindings",
      cells: ({ spec }) => ({ PolicyName: spec?.policyName ?? "", ParamRef: shownParamRef(spec?.paramRef) }),
    }),
  ];
}

/** Errors of a policy; `old` is the stored one on updates. */
function checkMutatingPolicy(
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
    () => checkOneOf(spec.reinvocationPolicy, reinvocationPolicies, path.child("reinvocationPolicy")),
  ]);
}

function checksOfMutations(
  { mutations = [] }: MutatingPolicySpec,
  path: FieldPath,
  environment: Environment,
): readonly (() => readonly FieldError[])[] {
  if (mutations.length === 0) return [() => [field.required(path, "mutations must contain at least one item")]];
  return mutations.map((mutation, index) => () => checkMutation(mutation, path.index(index), environment));
}

/** In steps, the errors of a binding of a mutating policy. */
function checkMutatingBinding({ spec = {} }: MutatingBindingView): Work<readonly FieldError[]> {
  const path = fieldPath("spec");
  const { matchResources } = spec;
  return joinedInSteps([
    () => checkBindingParts(spec, path),
    () => (matchResources === undefined ? [] : checkMutableOperations(matchResources, path.child("matchResources"))),
  ]);
}

/** The types that expressions of mutations return. */
export const mutationReturnTypes: { readonly [Type in "ApplyConfiguration" | "JSONPatch"]: readonly CelType[] } = {
  ApplyConfiguration: [structType("Object")],
  JSONPatch: [listOf(structType("JSONPatch"))],
};

/** The field with the expression of each patch type. */
const fieldNames = { ApplyConfiguration: "applyConfiguration", JSONPatch: "jsonPatch" } as const;

/** Errors of a mutation at `path`. Expressions are compiled for `environment`. */
function checkMutation(mutation: MutationView, path: FieldPath, environment: Environment): readonly FieldError[] {
  const { patchType = "" } = mutation;
  switch (patchType) {
    case "":
      return [field.required(path.child("patchType"), "")];
    case "JSONPatch":
      return checkFields(mutation, "JSONPatch", "ApplyConfiguration", path, environment);
    case "ApplyConfiguration":
      return checkFields(mutation, "ApplyConfiguration", "JSONPatch", path, environment);
    default:
      return [field.notSupported(path.child("patchType"), patchType, Object.keys(fieldNames))];
  }
}

type PatchType = keyof typeof fieldNames;

function checkFields(
  mutation: MutationView,
  patchType: PatchType,
  other: PatchType,
  path: FieldPath,
  environment: Environment,
): readonly FieldError[] {
  const [name, otherName] = [fieldNames[patchType], fieldNames[other]];
  const own = mutation[name];
  return [
    ...(own === undefined
      ? [field.required(path.child(name), `must be specified when patchType is ${patchType}`)]
      : checkExpression(own.expression ?? "", patchType, path.child(name).child("expression"), environment)),
    ...(mutation[otherName] === undefined
      ? []
      : [
          field.invalid(
            path.child(otherName),
            `{${otherName}}`,
            `must not be specified when patchType is ${patchType}`,
          ),
        ]),
  ];
}

function checkExpression(
  text: string,
  patchType: PatchType,
  path: FieldPath,
  environment: Environment,
): readonly FieldError[] {
  const trimmed = text.trim();
  if (trimmed === "") return [field.required(path, "")];
  return expressionErrors(compileAdmissionExpression(trimmed, mutationReturnTypes[patchType], environment), path);
}
