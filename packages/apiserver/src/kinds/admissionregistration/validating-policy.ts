/**
 * ValidatingAdmissionPolicy and its binding: expressions that decide whether a write is admitted.
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkPolicyStatus } from "./check-policy-status.ts";
import { checkValidatingBinding } from "./check-validating-binding.ts";
import { checkValidatingPolicy } from "./check-validating-policy.ts";
import type { PolicyKindOptions } from "./policy-record.ts";
import { bindingRecord, policyRecord } from "./policy-record.ts";
import { shownParamKind, shownParamRef } from "./shown-params.ts";

const policyPlural = "validatingadmissionpolicies";

/** The kinds of validating policies and of their bindings. */
export function validatingPolicyKinds(options: PolicyKindOptions): readonly BuiltinKind[] {
  return [
    builtinKind<ValidatingAdmissionPolicy>({
      ...policyRecord(checkValidatingPolicy, options),
      plural: policyPlural,
      status: { keepsMetadata: true, resetFields: [["metadata"], ["spec"]], validateUpdate: checkPolicyStatus },
      cells: ({ spec }) => ({
        Validations: spec?.validations?.length ?? 0,
        ParamKind: shownParamKind(spec?.paramKind),
      }),
    }),
    builtinKind<ValidatingAdmissionPolicyBinding>({
      ...bindingRecord(policyPlural, checkValidatingBinding, options),
      plural: "validatingadmissionpolicybindings",
      cells: ({ spec }) => ({ PolicyName: spec?.policyName ?? "", ParamRef: shownParamRef(spec?.paramRef) }),
    }),
  ];
}
