/**
 * ValidatingAdmissionPolicy and its binding: expressions that decide whether a write is admitted.
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { Registry } from "../../registry/registry.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { authorizeParamKind, authorizeParamRef } from "./authorize-params.ts";
import { defaultMatchResources } from "./check-match-resources.ts";
import { checkPolicyStatus } from "./check-policy-status.ts";
import { checkValidatingBinding } from "./check-validating-binding.ts";
import { checkValidatingPolicy } from "./check-validating-policy.ts";
import type { ParamKindView, ParamRefView } from "./policy.ts";
import { staticSuffixWarnings } from "./static-suffix.ts";

const policyPlural = "validatingadmissionpolicies";
const common = {
  group: "admissionregistration.k8s.io",
  tracksGeneration: true,
  allowUnconditionalUpdate: false,
} as const;

/** What the kinds of policies need of their server. */
export interface PolicyKindOptions {
  readonly registry: Registry;
  /** Called after each write of a policy or binding. */
  readonly changed: () => void;
}

/** The kinds of validating policies and of their bindings. */
export function validatingPolicyKinds(options: PolicyKindOptions): readonly BuiltinKind[] {
  return [policyKind(options), bindingKind(options)];
}

function policyKind({ registry, changed }: PolicyKindOptions): BuiltinKind {
  return builtinKind<ValidatingAdmissionPolicy>({
    ...common,
    plural: policyPlural,
    defaults: (draft) => {
      const spec = (draft.spec ??= {});
      spec.failurePolicy ??= "Fail";
      defaultMatchResources(spec.matchConstraints);
    },
    validate: (policy, context) => {
      const errors = checkValidatingPolicy(policy, undefined);
      return errors.length > 0 ? errors : authorizeParamKind(policy, undefined, registry, context);
    },
    validateUpdate: (policy, old, context) => {
      const errors = checkValidatingPolicy(policy, old);
      return errors.length > 0 ? errors : authorizeParamKind(policy, old, registry, context);
    },
    warningsOnCreate: staticSuffixWarnings,
    warningsOnUpdate: staticSuffixWarnings,
    status: { keepsMetadata: true, resetFields: [["metadata"], ["spec"]], validateUpdate: checkPolicyStatus },
    committed: changed,
    cells: ({ spec }) => ({ Validations: spec?.validations?.length ?? 0, ParamKind: shownParamKind(spec?.paramKind) }),
  });
}

function bindingKind({ registry, changed }: PolicyKindOptions): BuiltinKind {
  return builtinKind<ValidatingAdmissionPolicyBinding>({
    ...common,
    plural: "validatingadmissionpolicybindings",
    defaults: (draft) => defaultMatchResources(draft.spec?.matchResources),
    validate: (binding, context) => {
      const errors = checkValidatingBinding(binding);
      return errors.length > 0 ? errors : authorizeParamRef(binding, policyPlural, registry, context);
    },
    warningsOnCreate: staticSuffixWarnings,
    warningsOnUpdate: staticSuffixWarnings,
    committed: changed,
    cells: ({ spec }) => ({ PolicyName: spec?.policyName ?? "", ParamRef: shownParamRef(spec?.paramRef) }),
  });
}

/** The kind of params in a table. */
export function shownParamKind(paramKind: ParamKindView | undefined): string {
  return paramKind === undefined ? "<unset>" : `${paramKind.apiVersion ?? ""}/${paramKind.kind ?? ""}`;
}

/** A selector as Go prints it. */
function goTextOf({ matchLabels = {}, matchExpressions = [] }: NonNullable<ParamRefView["selector"]>): string {
  const labels = Object.entries(matchLabels)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}: ${value},`);
  const expressions = matchExpressions.map(
    ({ key = "", operator = "", values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${String(operator)},Values:[${values.join(" ")}],},`,
  );
  const lists = `MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join("")}},${lists},}`;
}

/** The params of a binding in a table. */
export function shownParamRef(paramRef: ParamRefView | undefined): string {
  if (paramRef === undefined) return "<unset>";
  const { name = "", namespace = "", selector } = paramRef;
  if (name !== "") return `${namespace === "" ? "*" : namespace}/${name}`;
  return selector === undefined ? "<unset>" : goTextOf(selector);
}
