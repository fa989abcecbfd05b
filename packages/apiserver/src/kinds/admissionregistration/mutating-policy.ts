/**
 * MutatingAdmissionPolicy and its binding: expressions that change the objects of writes.
 * https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/
 */
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
} from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { authorizeParamKind, authorizeParamRef } from "./authorize-params.ts";
import { defaultMatchResources } from "./check-match-resources.ts";
import { checkMutatingBinding, checkMutatingPolicy } from "./check-mutating-policy.ts";
import { staticSuffixWarnings } from "./static-suffix.ts";
import type { PolicyKindOptions } from "./validating-policy.ts";
import { shownParamKind, shownParamRef } from "./validating-policy.ts";

const policyPlural = "mutatingadmissionpolicies";
const common = {
  group: "admissionregistration.k8s.io",
  tracksGeneration: true,
  allowUnconditionalUpdate: false,
} as const;

/** The kinds of mutating policies and of their bindings. */
export function mutatingPolicyKinds(options: PolicyKindOptions): readonly BuiltinKind[] {
  return [policyKind(options), bindingKind(options)];
}

function policyKind({ registry, changed }: PolicyKindOptions): BuiltinKind {
  return builtinKind<MutatingAdmissionPolicy>({
    ...common,
    plural: policyPlural,
    defaults: (draft) => {
      const spec = (draft.spec ??= {});
      spec.failurePolicy ??= "Fail";
      defaultMatchResources(spec.matchConstraints);
    },
    validate: (policy, context) => {
      const errors = checkMutatingPolicy(policy, undefined);
      return errors.length > 0 ? errors : authorizeParamKind(policy, undefined, registry, context);
    },
    validateUpdate: (policy, old, context) => {
      const errors = checkMutatingPolicy(policy, old);
      return errors.length > 0 ? errors : authorizeParamKind(policy, old, registry, context);
    },
    warningsOnCreate: staticSuffixWarnings,
    warningsOnUpdate: staticSuffixWarnings,
    committed: changed,
    cells: ({ spec }) => ({
      Mutations: spec?.mutations?.length ?? 0,
      ParamKind: shownParamKind(spec?.paramKind),
    }),
  });
}

function bindingKind({ registry, changed }: PolicyKindOptions): BuiltinKind {
  return builtinKind<MutatingAdmissionPolicyBinding>({
    ...common,
    plural: "mutatingadmissionpolicybindings",
    defaults: (draft) => defaultMatchResources(draft.spec?.matchResources),
    validate: (binding, context) => {
      const errors = checkMutatingBinding(binding);
      return errors.length > 0 ? errors : authorizeParamRef(binding, policyPlural, registry, context);
    },
    warningsOnCreate: staticSuffixWarnings,
    warningsOnUpdate: staticSuffixWarnings,
    committed: changed,
    cells: ({ spec }) => ({ PolicyName: spec?.policyName ?? "", ParamRef: shownParamRef(spec?.paramRef) }),
  });
}
