/** Places in the validation of workloads, RBAC, webhook configurations and CRDs that no request reaches. */
import type { ValidationDeviation } from "./deviation.ts";

const defaulted = "the field is defaulted before";
const decoded = "the decoder rejects or drops such a value";
const gated = "the feature gate is disabled";
const olderForm = "only an object of an API version that is no longer served can have this form";
const otherKinds = "used by kinds that are not served here";
const never = "unreachable: an earlier check rejects the input";

export const workloadDeviations: readonly ValidationDeviation[] = [
  ...[
    "apps/validation.ValidateDeploymentStrategy#2",
    "apps/validation.ValidateDaemonSetUpdateStrategy#1",
    "batch/validation.validateConcurrencyPolicy#1",
    "core/validation.ValidateReplicationControllerSpec#1",
    "api/validate.RequiredPointer#1",
    "apps/validation.ValidateStatefulSetSpec#1",
    "apps/validation.ValidateStatefulSetSpec#3",
    "batch/validation.validatePodFailurePolicyRuleOnPodConditions#2",
    "rbac/validation.ValidateRoleBindingSubject#5",
  ].map((site) => ({ site, reason: defaulted })),
  ...[
    "apps/validation.ValidatePodTemplateSpecForReplicaSet#1",
    "apps/validation.ValidatePodTemplateSpecForStatefulSet#1",
    "apps/validation.ValidatePositiveIntOrPercent#2",
    "apps/validation.ValidateControllerRevisionCreate#2",
    "apps/validation.ValidateControllerRevisionCreate#3",
    "api/validation.ValidateObjectMetaWithOpts#1",
    "api/validation.ValidateObjectMetaAccessorWithOpts#1",
    "apiserver/schema/objectmeta.validateEmbeddedResource#3",
    "apiserver/schema/objectmeta.validateEmbeddedResource#6",
    "apiserver/schema/objectmeta.validateEmbeddedResource#9",
  ].map((site) => ({ site, reason: decoded })),
  ...[
    "apps/validation.ValidateDeploymentRollback#1",
    "batch/validation.validateScheduleFormat#2",
    "registry/core/replicationcontroller.rcStrategy.ValidateUpdate#1",
  ].map((site) => ({ site, reason: olderForm })),
  {
    site: "apps/validation.ValidateDaemonSetSpecUpdate#*",
    reason: "the server counts the changes of the template itself",
  },
  ...[
    "apps/validation.validateRollingUpdateStatefulSet#1",
    "admissionregistration/validation.ValidateStaticSuffix#1",
    "batch/validation.validateJobStatus#22",
    "batch/validation.validateJobStatus#25",
  ].map((site) => ({ site, reason: gated })),
  ...["batch/validation.validateGeneratedSelector#1", "batch/validation.ValidateJobStatusUpdate#7"].map((site) => ({
    site,
    reason: never,
  })),
  { site: "admissionregistration/validation.convertCELErrorToValidationError#1", reason: never },
  { site: "admissionregistration/validation.convertCELErrorToValidationError#4", reason: never },
  { site: "admissionregistration/validation.validateResourcesNoSubResources*", reason: otherKinds },
  ...[
    "apiextensions/validation.validateCustomResourceDefinitionSpec#5",
    "apiextensions/validation.validateCustomResourceDefinitionSpec#6",
    "apiextensions/validation.validateCustomResourceDefinitionSpec#8",
    "apiextensions/validation.validateCustomResourceDefinitionSpec#9",
    "apiextensions/validation.validateCustomResourceDefinitionSpec#10",
    "apiextensions/validation.validateCustomResourceDefinitionSpec#11",
    "apiextensions/validation.validateCustomResourceDefinitionSpec#12",
    "apiextensions/validation.validateCustomResourceDefinitionSpec#13",
    "apiextensions/validation.validateCustomResourceDefinitionSpec#17",
    "apiextensions/validation.validateCustomResourceDefinitionSpec#24",
  ].map((site) => ({ site, reason: olderForm })),
  ...[
    "apiextensions/validation.validateCustomResourceDefinitionVersion#3",
    "apiextensions/validation.validateCustomResourceDefinitionSpec#23",
    "apiextensions/validation.validateCustomResourceDefinitionValidation#5",
    "apiextensions/validation.validateCustomResourceDefinitionValidation#8",
    "apiextensions/validation.validateSimpleJSONPath#1",
    "apiextensions/validation.validateSimpleJSONPath#3",
    "apiextensions/validation.validateAPIApproval#3",
    "apiserver/schema.validateValueValidationCompleteness#1",
    "apiserver/schema/objectmeta.coercer.coerce#3",
  ].map((site) => ({ site, reason: never })),
];
