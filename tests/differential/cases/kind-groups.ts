/** The groups of cases about all built-in kinds, and about single kinds other than Pods and workloads. */
import type { CaseGroups } from "../record.ts";
import { dataCases, leaseCases, namespaceLifecycleCases, secretCases, serviceAccountCases } from "./data-kinds.ts";
import { bindingTypeCases } from "./binding-types.ts";
import { boundPodCases } from "./bound-pods.ts";
import { budgetCases } from "./budgets.ts";
import { endpointsCases, endpointSliceCases } from "./endpoints.ts";
import { eventCases } from "./event.ts";
import {
  everyKindCases,
  everyNameCases,
  everyStatusCases,
  everyStatusMetadataCases,
  everyTableCases,
} from "./every-kind.ts";
import { deleteRuleCases } from "./delete-rules.ts";
import { createCases, updateCases } from "./lifecycle.ts";
import { ingressCases, ingressClassCases, networkPolicyCases } from "./networking.ts";
import { nodeCases } from "./node.ts";
import { autoscalerCases, priorityClassCases, storageClassCases } from "./policies.ts";
import { attachmentCases } from "./storage/attachments.ts";
import { capacityCases } from "./storage/capacities.ts";
import { claimUpdateCases } from "./storage/claim-update.ts";
import { claimFieldCases, claimStatusCases } from "./storage/claims.ts";
import { volumeCases } from "./storage/volumes.ts";
import { limitRangerCases } from "./limit-ranger.ts";
import { quotaAdmissionCases } from "./quota-admission.ts";
import { quotaPodCases } from "./quota-pods.ts";
import { limitRangeCases, quotaCases } from "./quotas.ts";
import { smallKindCases } from "./small-kinds.ts";
import { updateRuleCases } from "./update-rules.ts";
import { printerColumnCases } from "./printer-columns.ts";
import { resourceClaimCases } from "./resource-claims.ts";
import { deviceClassCases } from "./resource/classes.ts";
import { claimDeviceCases, claimRightCases } from "./resource/claim-statuses.ts";
import { claimSpecCases, deviceSelectorCases } from "./resource/claims.ts";
import { resourceSliceCases } from "./resource/slices.ts";
import { serviceAddressCases, serviceChangeCases, servicePortCases } from "./service-lifecycle.ts";
import { serviceFieldCases } from "./service.ts";
import { actionFormCases } from "./action-forms.ts";
import { yamlCases } from "./yaml.ts";

export const kindGroups: CaseGroups = {
  "every-kind": everyKindCases,
  "every-kind-table": everyTableCases,
  "every-kind-name": everyNameCases,
  "every-kind-status": everyStatusCases,
  "every-kind-status-metadata": everyStatusMetadataCases,
  "service-field": serviceFieldCases,
  "service-address": serviceAddressCases,
  "service-port": servicePortCases,
  "service-change": serviceChangeCases,
  endpoints: endpointsCases,
  "endpoint-slice": endpointSliceCases,
  node: nodeCases,
  data: dataCases,
  secret: secretCases,
  "service-account": serviceAccountCases,
  lease: leaseCases,
  "namespace-lifecycle": namespaceLifecycleCases,
  event: eventCases,
  create: createCases,
  autoscaler: autoscalerCases,
  "priority-class": priorityClassCases,
  "storage-class": storageClassCases,
  "claim-field": claimFieldCases,
  "claim-update": claimUpdateCases,
  "claim-status": claimStatusCases,
  volume: volumeCases,
  attachment: attachmentCases,
  "resource-claim": resourceClaimCases,
  "claim-spec": claimSpecCases,
  "device-selector": deviceSelectorCases,
  "device-class": deviceClassCases,
  "resource-slice": resourceSliceCases,
  "claim-device": claimDeviceCases,
  "claim-right": claimRightCases,
  budget: budgetCases,
  "storage-capacity": capacityCases,
  "binding-type": bindingTypeCases,
  "limit-range": limitRangeCases,
  "bound-pod": boundPodCases,
  "limit-ranger": limitRangerCases,
  quota: quotaCases,
  "quota-admission": quotaAdmissionCases,
  "quota-pod": quotaPodCases,
  "small-kind": smallKindCases,
  "update-rule": updateRuleCases,
  "printer-column": printerColumnCases,
  ingress: ingressCases,
  "ingress-class": ingressClassCases,
  "network-policy": networkPolicyCases,
  update: updateCases,
  "delete-rules": deleteRuleCases,
  "action-form": actionFormCases,
  yaml: yamlCases,
};
