/** The groups of cases about mutating admission policies. */
import type { CaseGroups } from "../../record.ts";
import { mutatingPolicyFieldCases } from "./fields.ts";
import { mutatingPolicyKindCases } from "./kinds.ts";
import { mutatingPolicyMutationCases } from "./mutations.ts";
import { mutatingPolicyParamCases } from "./params.ts";
import { mutatingPolicyCases } from "./policies.ts";

export const mutatingPolicyGroups: CaseGroups = {
  "mutating-policy-field": mutatingPolicyFieldCases,
  "mutating-policy-mutation": mutatingPolicyMutationCases,
  "mutating-policy": mutatingPolicyCases,
  "mutating-policy-kind": mutatingPolicyKindCases,
  "mutating-policy-param": mutatingPolicyParamCases,
};
