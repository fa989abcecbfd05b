/** What validating and mutating policies have in common, and what their bindings have: records, and errors of the fields that both types have. */
import type { MatchResources } from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, isDeepEqual, joinedInSteps, whenDone } from "@kubewright/apimachinery";
import { expressionErrors } from "../../expressions/compiled-expression.ts";
import type { Declarations } from "../../expressions/environment.ts";
import { environmentOf, policyDeclarations } from "../../expressions/environment.ts";
import { checkMatchConditions } from "../../expressions/match-conditions.ts";
import type { PolicyVariables } from "../../expressions/policy-variables.ts";
import type { Registry } from "../../registry/registry.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { checkDnsSubdomain, checkSupported } from "../field-checks.ts";
import type { Draft } from "../typed.ts";
import type {
  AdmissionKind,
  MatchResourcesView,
  PolicyParts,
  ValidatingBindingSpec,
  VariableView,
} from "./admission-kind.ts";
import { admissionKind, failurePolicies } from "./admission-kind.ts";
import { checkMatchResources, defaultMatchResources } from "./match-resources.ts";
import type { BindingWithParams, PolicyWithParams } from "./params.ts";
import { authorizeParamKind, authorizeParamRef, checkParamKind, checkParamRef } from "./params.ts";

/** The dependencies of the policy kinds. */
export interface PolicyKindOptions {
  readonly registry: Registry;
  /** Called after each write of a policy or binding. */
  readonly changed: () => void;
}

type ParamContext = Pick<RequestContext, "user" | "authorizer" | "read">;

export interface PolicyRecord<Policy> extends AdmissionKind {
  readonly defaults: (draft: { spec?: { failurePolicy?: string; matchConstraints?: Draft<MatchResources> } }) => void;
  readonly validate: (policy: Policy, context: ParamContext) => Work<readonly FieldError[]>;
  readonly validateUpdate: (policy: Policy, old: Policy, context: ParamContext) => Work<readonly FieldError[]>;
}

export interface BindingRecord<Binding> extends AdmissionKind {
  readonly defaults: (draft: { spec?: { matchResources?: Draft<MatchResources> } }) => void;
  readonly validate: (binding: Binding, context: ParamContext) => Work<readonly FieldError[]>;
}

/** The record of a policy. `check` returns the errors of a policy; `old` is the stored one on updates. */
export function policyRecord<Policy extends PolicyWithParams>(
  check: (policy: Policy, old: Policy | undefined) => Work<readonly FieldError[]>,
  { registry, changed }: PolicyKindOptions,
): PolicyRecord<Policy> {
  const validate = (policy: Policy, old: Policy | undefined, context: ParamContext): Work<readonly FieldError[]> =>
    whenDone(check(policy, old), (errors) =>
      errors.length > 0 ? errors : authorizeParamKind(policy, old, registry, context),
    );
  return {
    ...admissionKind(changed),
    defaults: (draft) => {
      const spec = (draft.spec ??= {});
      spec.failurePolicy ??= "Fail";
      defaultMatchResources(spec.matchConstraints);
    },
    validate: (policy, context) => validate(policy, undefined, context),
    validateUpdate: validate,
  };
}

/** The record of a binding. `policies` is the plural of the kind of its policy. */
export function bindingRecord<Binding extends BindingWithParams>(
  policies: string,
  check: (binding: Binding) => Work<readonly FieldError[]>,
  { registry, changed }: PolicyKindOptions,
): BindingRecord<Binding> {
  return {
    ...admissionKind(changed),
    defaults: (draft) => defaultMatchResources(draft.spec?.matchResources),
    validate: (binding, context) =>
      whenDone(check(binding), (errors) =>
        errors.length > 0 ? errors : authorizeParamRef(binding, policies, registry, context),
      ),
  };
}

/** The operations on objects that can be changed. */
const mutableOperations: readonly string[] = ["*", "CONNECT", "CREATE", "UPDATE"];

/** In steps, the errors of the common fields; `old` has those of the stored policy on updates. Match conditions that an update leaves unchanged are not checked again. */
export function checkPolicyParts(
  spec: PolicyParts,
  old: PolicyParts | undefined,
  path: FieldPath,
  checkMore: (constraints: MatchResourcesView, path: FieldPath) => readonly FieldError[] = () => [],
): Work<readonly FieldError[]> {
  const { failurePolicy, paramKind, matchConstraints, matchConditions = [] } = spec;
  const constraintsPath = path.child("matchConstraints");
  return joinedInSteps([
    () => checkSupported(failurePolicy, failurePolicies, path.child("failurePolicy")),
    () => (paramKind === undefined ? [] : checkParamKind(paramKind, path.child("paramKind"))),
    () => checkConstraints(matchConstraints, constraintsPath),
    () => (matchConstraints === undefined ? [] : checkMore(matchConstraints, constraintsPath)),
    () =>
      hasSameConditions(spec, old)
        ? []
        : checkMatchConditions(matchConditions, path.child("matchConditions"), environmentOf(policyDeclarations(spec))),
  ]);
}

function checkConstraints(constraints: MatchResourcesView | undefined, path: FieldPath): Work<readonly FieldError[]> {
  if (constraints === undefined) return [field.required(path, "")];
  const { resourceRules = [] } = constraints;
  return joinedInSteps([
    () => checkMatchResources(constraints, path),
    () => (resourceRules.length === 0 ? [field.required(path.child("resourceRules"), "")] : []),
  ]);
}

function hasSameConditions(spec: PolicyParts, old: PolicyParts | undefined): boolean {
  if (old === undefined) return false;
  return (
    isDeepEqual(spec.paramKind, old.paramKind) && isDeepEqual(spec.matchConditions ?? [], old.matchConditions ?? [])
  );
}

/** Errors of rules for operations whose objects cannot be changed. All of them are at the same path. */
export function checkMutableOperations(
  { resourceRules = [] }: MatchResourcesView,
  path: FieldPath,
): readonly FieldError[] {
  const operations = resourceRules.flatMap((rule) => rule.operations ?? []);
  return operations
    .filter((operation) => !mutableOperations.includes(operation))
    .map((operation) =>
      field.notSupported(path.child("resourceRules").child("operations"), operation, mutableOperations),
    );
}

/** Names that CEL reserves. */
const reservedNames: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** The checks of the variables, which run one after another. Each compiles a variable into `scope` and returns its errors. */
export function checksOfVariables(
  variables: readonly VariableView[],
  scope: PolicyVariables,
  declarations: Declarations,
  path: FieldPath,
): readonly (() => readonly FieldError[])[] {
  return variables.map(({ name = "", expression = "" }, index) => () => [
    ...checkVariableName(name, path.index(index).child("name")),
    ...(expression.trim() === ""
      ? [field.required(path.index(index).child("expression"), "expression is not specified")]
      : expressionErrors(scope.declare({ name, expression }, declarations), path.index(index).child("expression"))),
  ]);
}

function checkVariableName(name: string, path: FieldPath): readonly FieldError[] {
  if (name.trim() === "") return [field.required(path, "name is not specified")];
  const isIdentifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !reservedNames.has(name);
  return isIdentifier ? [] : [field.invalid(path, name, "must be a valid CEL identifier")];
}

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
        : checkDnsSubdomain(policyName, path.child("policyName")),
    () => checkParamRef(spec.paramRef, path.child("paramRef")),
    () => checkMatchResources(spec.matchResources, path.child("matchResources")),
  ]);
}
