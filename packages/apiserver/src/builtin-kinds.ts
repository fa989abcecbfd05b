// The records of built-in kinds that need no state of a server; `compose.ts` adds the others. Kinds without a record are served from generated facts.
import { apiServiceKind } from "./kinds/apiregistration/api-service.ts";
import { horizontalPodAutoscalerKind } from "./kinds/autoscaling/horizontal-pod-autoscaler.ts";
import { certificateSigningRequestKind } from "./kinds/certificates/certificate-signing-request.ts";
import { configMapKind } from "./kinds/core/config-map.ts";
import { leaseKind } from "./kinds/coordination/lease.ts";
import { limitRangeKind } from "./kinds/core/limit-range.ts";
import { resourceQuotaKind } from "./kinds/core/resource-quota.ts";
import { namespaceKind } from "./kinds/core/namespace.ts";
import { priorityClassKind } from "./kinds/scheduling/priority-class.ts";
import { secretKind } from "./kinds/core/secret.ts";
import { flowSchemaKind } from "./kinds/flow-control/flow-schema.ts";
import { priorityLevelConfigurationKind } from "./kinds/flow-control/priority-level-configuration.ts";
import type { BuiltinKind } from "./kinds/generic/builtin-kind.ts";
import { ingressClassKind } from "./kinds/networking/ingress-class.ts";
import { ingressKind } from "./kinds/networking/ingress.ts";
import { ipAddressKind } from "./kinds/networking/ip-address.ts";
import { networkPolicyKind } from "./kinds/networking/network-policy.ts";
import { serviceCidrKind } from "./kinds/networking/service-cidr.ts";
import { podDisruptionBudgetKind } from "./kinds/policy/pod-disruption-budget.ts";
import { clusterRoleBindingKind, roleBindingKind } from "./kinds/rbac/bindings.ts";
import { clusterRoleKind, roleKind } from "./kinds/rbac/rules.ts";
import { deviceClassKind } from "./kinds/resource/device-class.ts";
import { resourceClaimKind, resourceClaimTemplateKind } from "./kinds/resource/resource-claim.ts";
import { resourceSliceKind } from "./kinds/resource/resource-slice.ts";
import { endpointSliceKind } from "./kinds/services/endpoint-slice.ts";
import { endpointsKind } from "./kinds/services/endpoints.ts";
import { persistentVolumeClaimKind } from "./kinds/storage/persistent-volume-claim.ts";
import { csiDriverKind } from "./kinds/storage/csi-driver.ts";
import { csiStorageCapacityKind } from "./kinds/storage/csi-storage-capacity.ts";
import { csiNodeKind } from "./kinds/storage/csi-node.ts";
import { persistentVolumeKind } from "./kinds/volumes/persistent-volume.ts";
import { volumeAttachmentKind } from "./kinds/volumes/volume-attachment.ts";
import { volumeAttributesClassKind } from "./kinds/storage/volume-attributes-class.ts";
import { runtimeClassKind } from "./kinds/nodes/runtime-class.ts";
import { controllerRevisionKind } from "./kinds/workloads/controller-revision.ts";
import { storageClassKind } from "./kinds/storage/storage-class.ts";
import { cronJobKind } from "./kinds/workloads/cron-job.ts";
import { daemonSetKind } from "./kinds/workloads/daemon-set.ts";
import { deploymentKind, replicaSetKind } from "./kinds/workloads/deployment.ts";
import { jobKind } from "./kinds/workloads/job.ts";
import { podTemplateKind } from "./kinds/workloads/pod-template-kind.ts";
import { replicationControllerKind } from "./kinds/workloads/replication-controller.ts";
import { statefulSetKind } from "./kinds/workloads/stateful-set.ts";

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
  apiServiceKind,
];
