/** The groups of cases about admission policies. */
import type { CaseGroups } from "../../record.ts";
import { policyBindingFieldCases } from "./binding-fields.ts";
import { policyMatchCases } from "./matches.ts";
import { policyMessageCases } from "./messages.ts";
import { policyParamCases } from "./params.ts";
import { policyRequestCases } from "./requests.ts";
import { policySubresourceCases } from "./subresources.ts";
import { policyExpressionCases } from "./policy-expressions.ts";
import { policyFieldCases } from "./policy-fields.ts";

export const admissionPolicyGroups: CaseGroups = {
  "validating-policy-field": policyFieldCases,
  "validating-policy-expression": policyExpressionCases,
  "validating-policy-binding-field": policyBindingFieldCases,
  "validating-policy-message": policyMessageCases,
  "validating-policy-request": policyRequestCases,
  "validating-policy-match": [...policyMatchCases, ...policySubresourceCases],
  "validating-policy-param": policyParamCases,
};
