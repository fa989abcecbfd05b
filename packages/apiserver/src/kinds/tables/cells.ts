/**
 * Rows for the tables of built-in kinds. The columns are facts; a kind that has no row here prints its name and age where the
 * columns ask for them, and `<none>` in the others.
 */
import type { TableColumn as FactColumn } from "@kubewright/api-facts";
import type { ClusterRoleBinding } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import type { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import type { PriorityClass } from "@kubewright/api/scheduling.k8s.io/v1";
import type { WebhookConfiguration } from "../admissionregistration/webhook.ts";
import { formatAge } from "../../negotiation/age.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { TableDefinition } from "../../registry/table-definition.ts";
import { convertEvent } from "../events/convert.ts";
import { viewOf } from "../typed.ts";
import { apiServiceCells } from "./api-service-cells.ts";
import {
  configMapCells,
  endpointSliceCells,
  endpointsCells,
  eventCells,
  namespaceCells,
  nodeCells,
  secretCells,
  serviceCells,
} from "./core-cells.ts";
import {
  ingressCells,
  ingressClassCells,
  ipAddressCells,
  networkPolicyCells,
  podDisruptionBudgetCells,
  serviceCidrCells,
} from "./networking-cells.ts";
import { podCells, podConditions } from "./pod-cells.ts";
import {
  certificateSigningRequestCells,
  compareFlowSchemas,
  flowSchemaCells,
  horizontalPodAutoscalerCells,
  priorityLevelCells,
  resourceQuotaCells,
  runtimeClassCells,
} from "./policy-cells.ts";
import {
  csiDriverCells,
  csiNodeCells,
  persistentVolumeCells,
  persistentVolumeClaimCells,
  resourceClaimCells,
  resourceSliceCells,
  storageClassCells,
  volumeAttachmentCells,
  volumeAttributesClassCells,
} from "./storage-cells.ts";
import {
  controllerRevisionCells,
  cronJobCells,
  daemonSetCells,
  deploymentCells,
  jobCells,
  podTemplateCells,
  replicaSetCells,
  replicationControllerCells,
  statefulSetCells,
} from "./workload-cells.ts";

type Cells = TableDefinition["cells"];

/** The table of a kind, `plural` or `plural.group`, by its columns. */
export function tableOf(resource: string, columns: readonly FactColumn[]): TableDefinition {
  const cells = Object.hasOwn(cellsByResource, resource) ? cellsByResource[resource] : undefined;
  return {
    columns: columns.map((column) => ({ ...column, description: "" })),
    printsNoRowsAsNull: columns.some(({ name }) => name === "Created At"),
    cells: cells ?? ((object, now) => columns.map((column) => plainCell(column, object, now))),
    ...(resource === "pods" ? { conditions: podConditions } : {}),
    ...(resource === "flowschemas.flowcontrol.apiserver.k8s.io" ? { compareRows: compareFlowSchemas } : {}),
  };
}

const cellsByResource: { readonly [resource: string]: Cells } = {
  pods: podCells,
  configmaps: configMapCells,
  secrets: secretCells,
  namespaces: namespaceCells,
  services: serviceCells,
  nodes: nodeCells,
  events: eventCells,
  "events.events.k8s.io": (object, now) => eventCells(convertEvent(object, "v1"), now),
  endpoints: endpointsCells,
  "endpointslices.discovery.k8s.io": endpointSliceCells,
  "deployments.apps": deploymentCells,
  "replicasets.apps": replicaSetCells,
  "statefulsets.apps": statefulSetCells,
  "daemonsets.apps": daemonSetCells,
  "jobs.batch": jobCells,
  "cronjobs.batch": cronJobCells,
  "rolebindings.rbac.authorization.k8s.io": bindingCells,
  "clusterrolebindings.rbac.authorization.k8s.io": bindingCells,
  "leases.coordination.k8s.io": leaseCells,
  "mutatingwebhookconfigurations.admissionregistration.k8s.io": webhooksCells,
  "validatingwebhookconfigurations.admissionregistration.k8s.io": webhooksCells,
  "priorityclasses.scheduling.k8s.io": priorityClassCells,
  podtemplates: podTemplateCells,
  replicationcontrollers: replicationControllerCells,
  "controllerrevisions.apps": controllerRevisionCells,
  persistentvolumes: persistentVolumeCells,
  persistentvolumeclaims: persistentVolumeClaimCells,
  resourcequotas: resourceQuotaCells,
  "horizontalpodautoscalers.autoscaling": horizontalPodAutoscalerCells,
  "certificatesigningrequests.certificates.k8s.io": certificateSigningRequestCells,
  "ingresses.networking.k8s.io": ingressCells,
  "ingressclasses.networking.k8s.io": ingressClassCells,
  "networkpolicies.networking.k8s.io": networkPolicyCells,
  "ipaddresses.networking.k8s.io": ipAddressCells,
  "servicecidrs.networking.k8s.io": serviceCidrCells,
  "poddisruptionbudgets.policy": podDisruptionBudgetCells,
  "storageclasses.storage.k8s.io": storageClassCells,
  "volumeattributesclasses.storage.k8s.io": volumeAttributesClassCells,
  "csidrivers.storage.k8s.io": csiDriverCells,
  "csinodes.storage.k8s.io": csiNodeCells,
  "volumeattachments.storage.k8s.io": volumeAttachmentCells,
  "runtimeclasses.node.k8s.io": runtimeClassCells,
  "resourceclaims.resource.k8s.io": resourceClaimCells,
  "resourceslices.resource.k8s.io": resourceSliceCells,
  "flowschemas.flowcontrol.apiserver.k8s.io": flowSchemaCells,
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io": priorityLevelCells,
  "apiservices.apiregistration.k8s.io": apiServiceCells,
};

/** Name, Webhooks, Age. */
function webhooksCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { webhooks = [] } = viewOf<WebhookConfiguration>(object);
  return [object.metadata.name, webhooks.length, formatAge(object.metadata.creationTimestamp, now)];
}

/** Name, Role, Age, Users, Groups, ServiceAccounts. */
function bindingCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { roleRef, subjects = [] } = viewOf<ClusterRoleBinding>(object);
  const named = (kind: string): string =>
    subjects
      .filter((subject) => subject.kind === kind)
      .map(({ name = "", namespace }) => (kind === "ServiceAccount" ? `${namespace ?? ""}/${name}` : name))
      .join(", ");
  return [
    object.metadata.name,
    `${roleRef?.kind ?? ""}/${roleRef?.name ?? ""}`,
    formatAge(object.metadata.creationTimestamp, now),
    named("User"),
    named("Group"),
    named("ServiceAccount"),
  ];
}

/** Name, Holder, Age. */
function leaseCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  return [
    object.metadata.name,
    viewOf<Lease>(object).spec?.holderIdentity ?? "",
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

/** Name, Value, Global-Default, Age, PreemptionPolicy. */
function priorityClassCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { value = 0, globalDefault = false, preemptionPolicy = "" } = viewOf<PriorityClass>(object);
  return [
    object.metadata.name,
    value,
    globalDefault,
    formatAge(object.metadata.creationTimestamp, now),
    preemptionPolicy,
  ];
}

function plainCell(column: FactColumn, object: ReadonlyObject, now: Date): unknown {
  if (column.name === "Name") return object.metadata.name;
  if (column.name === "Age") return formatAge(object.metadata.creationTimestamp, now);
  if (column.name === "Created At") return object.metadata.creationTimestamp;
  return "<none>";
}
