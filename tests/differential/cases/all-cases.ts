/** Every case, by the group of its record. */
import { fileURLToPath } from "node:url";
import type { CaseGroups } from "../record.ts";
import { accessReviewCases, tokenRequestCases } from "./access-reviews.ts";
import { accessCases } from "./access.ts";
import { admissionPolicyGroups } from "./admission-policies/groups.ts";
import { mutatingPolicyGroups } from "./mutating-policies/groups.ts";
import { applyGroups } from "./apply-groups.ts";
import { applicationFieldCases, balancerFieldCases, mydemoFieldCases, myJobFieldCases } from "./bad-fields.ts";
import { configMapCases } from "./config-map.ts";
import { definitionCases } from "./definitions.ts";
import { deleteCases } from "./deletes.ts";
import { certificateRequestCases, tokenReviewCases } from "./identity.ts";
import { jsonPatchCases } from "./json-patch.ts";
import { kindGroups } from "./kind-groups.ts";
import { largeVersionCases } from "./large-versions.ts";
import { listPageCases, listVersionCases } from "./lists.ts";
import { mergePatchCases } from "./merge-patch.ts";
import { httpGroups } from "./http/groups.ts";
import { myJobCases } from "./my-job.ts";
import { namespaceCases } from "./namespaces.ts";
import { negotiationCases } from "./negotiation.ts";
import { orderOfRefusalCases } from "./order-of-refusals.ts";
import { patchCases } from "./patches.ts";
import { podGroups } from "./pod/pod-groups.ts";
import { podCases } from "./pods.ts";
import { protobufBodyCases } from "./protobuf-bodies.ts";
import { protobufKindCases } from "./protobuf-kinds.ts";
import { protobufWorkloadCases } from "./protobuf-workloads.ts";
import { protobufCases } from "./protobuf.ts";
import { readCases } from "./reads.ts";
import { rightsCases } from "./rights.ts";
import { scaleFormCases } from "./scale-forms.ts";
import { numberLiteralCases, shownPatchCases } from "./number-literals.ts";
import { resourceListCases } from "./resource-lists.ts";
import { misplacedDirectiveCases } from "./misplaced-directives.ts";
import { strictErrorCases } from "./strict-errors.ts";
import { shownValueCases } from "./shown-values.ts";
import { strategicMergeCases } from "./strategic-merge.ts";
import { unchangedWriteCases } from "./unchanged-writes.ts";
import { writePreconditionCases } from "./write-preconditions.ts";
import { watchEventCases, watchFormCases, watchSelectorCases, watchStartCases } from "./watches.ts";
import { walkCases } from "./walks/walks.ts";
import { workloadGroups } from "./workload-groups.ts";
import { wrongTypeCases } from "./wrong-types.ts";

export const caseGroups: CaseGroups = {
  "my-job": myJobCases,
  "my-job-field": myJobFieldCases,
  "balancer-field": balancerFieldCases,
  "application-field": applicationFieldCases,
  "mydemo-field": mydemoFieldCases,
  "config-map": configMapCases,
  pod: podCases,
  ...podGroups,
  namespace: namespaceCases,
  definition: definitionCases,
  negotiation: negotiationCases,
  protobuf: [...protobufBodyCases, ...protobufCases],
  "protobuf-kind": [...protobufKindCases, ...protobufWorkloadCases],
  access: accessCases,
  rights: rightsCases,
  "access-review": accessReviewCases,
  "token-request": tokenRequestCases,
  "token-review": tokenReviewCases,
  "certificate-request": certificateRequestCases,
  read: readCases,
  patch: patchCases,
  "json-patch": jsonPatchCases,
  "merge-patch": mergePatchCases,
  "strategic-merge": strategicMergeCases,
  "misplaced-directives": misplacedDirectiveCases,
  "strict-errors": strictErrorCases,
  "shown-values": shownValueCases,
  "number-literal": numberLiteralCases,
  "resource-list": resourceListCases,
  "shown-patch": shownPatchCases,
  "wrong-type": wrongTypeCases,
  delete: deleteCases,
  ...kindGroups,
  "list-pages": listPageCases,
  "list-versions": listVersionCases,
  "large-version": largeVersionCases,
  "watch-events": watchEventCases,
  "watch-selectors": watchSelectorCases,
  "watch-start": watchStartCases,
  "watch-forms": watchFormCases,
  ...workloadGroups,
  "unchanged-write": unchangedWriteCases,
  "write-precondition": writePreconditionCases,
  "scale-form": scaleFormCases,
  "order-of-refusals": orderOfRefusalCases,
  ...applyGroups,
  walk: walkCases,
  ...httpGroups,
  ...admissionPolicyGroups,
  ...mutatingPolicyGroups,
};

/** The folders of the CRDs that the cases need. */
export const caseCrds: readonly string[] = ["myjob", "balancer", "i-operator", "crddemo"].map((example) =>
  fileURLToPath(new URL(`../../../examples/${example}/config/crd/bases`, import.meta.url)),
);
