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
import { checkMutatingBinding, checkMutatingPolicy } from "./check-mutating-policy.ts";
import type { PolicyKindOptions } from "./policy-record.ts";
import { bindingRecord, policyRecord } from "./policy-record.ts";
import { shownParamKind, shownParamRef } from "./shown-params.ts";

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
