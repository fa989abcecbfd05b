// The records of built-in kinds that need no state of a server; `compose.ts` adds the others. Kinds without a record are served from generated facts.
import { admissionPolicyKinds } from "./admissionregistration/admission-policies.ts";
import { apiServiceKind } from "./apiregistration/api-service.ts";
import { horizontalPodAutoscalerKind } from "./autoscaling/horizontal-pod-autoscaler.ts";
import { certificateSigningRequestKind } from "./certificates/certificate-signing-request.ts";
import { configMapKind } from "./core/config-map.ts";
import { leaseKind } from "./coordination/lease.ts";
import { limitRangeKind } from "./core/limit-range.ts";
import { resourceQuotaKind } from "./core/resource-quota.ts";
import { namespaceKind } from "./core/namespace.ts";
import { priorityClassKind } from "./scheduling/priority-class.ts";
import { secretKind } from "./core/secret.ts";
import { flowSchemaKind } from "./flow-control/flow-schema.ts";
import { priorityLevelConfigurationKind } from "./flow-control/priority-level-configuration.ts";
import type { BuiltinKind } from "./generic/builtin-kind.ts";
import { ingressClassKind } from "./networking/ingress-class.ts";
import { ingressKind } from "./networking/ingress.ts";
import { ipAddressKind } from "./networking/ip-address.ts";
import { networkPolicyKind } from "./networking/network-policy.ts";
import { serviceCidrKind } from "./networking/service-cidr.ts";
import { podDisruptionBudgetKind } from "./policy/pod-disruption-budget.ts";
import { clusterRoleBindingKind, roleBindingKind } from "./rbac/bindings.ts";
import { clusterRoleKind, roleKind } from "./rbac/rules.ts";
import { deviceClassKind } from "./resource/device-class.ts";
import { resourceClaimKind, resourceClaimTemplateKind } from "./resource/resource-claim.ts";
import { resourceSliceKind } from "./resource/resource-slice.ts";
import { endpointSliceKind } from "./services/endpoint-slice.ts";
import { endpointsKind } from "./services/endpoints.ts";
import { persistentVolumeClaimKind } from "./storage/persistent-volume-claim.ts";
import { csiDriverKind } from "./storage/csi-driver.ts";
import { csiStorageCapacityKind } from "./storage/csi-storage-capacity.ts";
import { csiNodeKind } from "./storage/csi-node.ts";
import { persistentVolumeKind } from "./storage/persistent-volume.ts";
import { volumeAttachmentKind } from "./storage/volume-attachment.ts";
import { volumeAttributesClassKind } from "./storage/volume-attributes-class.ts";
import { runtimeClassKind } from "./nodes/runtime-class.ts";
import { controllerRevisionKind } from "./workloads/controller-revision.ts";
import { storageClassKind } from "./storage/storage-class.ts";
import { cronJobKind } from "./workloads/cron-job.ts";
import { daemonSetKind } from "./workloads/daemon-set.ts";
import { deploymentKind, replicaSetKind } from "./workloads/deployment.ts";
import { jobKind } from "./workloads/job.ts";
import { podTemplateKind } from "./workloads/pod-template-kind.ts";
import { replicationControllerKind } from "./workloads/replication-controller.ts";
import { statefulSetKind } from "./workloads/stateful-set.ts";

/** Each record once, in no particular order. */
export const builtinKinds: readonly BuiltinKind[] = [
  configMapKind,
  endpointsKind,
  namespaceKind,
  replicationControllerKind,
  secretKind,
  daemonSetKind,
  deploymentKind,
  replicaSetKind,
  statefulSetKind,
  cronJobKind,
  jobKind,
  leaseKind,
  endpointSliceKind,
  clusterRoleBindingKind,
  clusterRoleKind,
  roleBindingKind,
  roleKind,
  priorityClassKind,
  limitRangeKind,
  resourceQuotaKind,
  podTemplateKind,
  persistentVolumeClaimKind,
  persistentVolumeKind,
  storageClassKind,
  csiDriverKind,
  csiNodeKind,
  csiStorageCapacityKind,
  volumeAttachmentKind,
  volumeAttributesClassKind,
  runtimeClassKind,
  controllerRevisionKind,
  ingressClassKind,
  ingressKind,
  networkPolicyKind,
  podDisruptionBudgetKind,
  horizontalPodAutoscalerKind,
  certificateSigningRequestKind,
  flowSchemaKind,
  priorityLevelConfigurationKind,
  ipAddressKind,
  serviceCidrKind,
  deviceClassKind,
  resourceSliceKind,
  resourceClaimKind,
  resourceClaimTemplateKind,
  ...admissionPolicyKinds,
  apiServiceKind,
];
