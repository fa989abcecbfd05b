/**
 * Rows for the tables of built-in kinds. The columns are facts; a kind that has no row here prints its name and age where the
 * columns ask for them, and `<none>` in the others.
 */
import type { TableColumn as FactColumn } from "@kubewright/api-facts";
import type { ClusterRoleBinding } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import type { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import type { PriorityClass } from "@kubewright/api/scheduling.k8s.io/v1";
import type { WebhookConfiguration } from "../../webhooks/configuration/webhook.ts";
import { formatAge } from "../../negotiation/age.ts";
import type { ReadonlyObject } from "../../registry/api-object.ts";
import type { TableDefinition } from "../../registry/strategy.ts";
import { convertEvent } from "../events/convert.ts";
import { viewOf } from "../typed.ts";
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
import { podCells } from "./pod-cells.ts";
import {
  cronJobCells,
  daemonSetCells,
  deploymentCells,
  jobCells,
  replicaSetCells,
  statefulSetCells,
} from "./workload-cells.ts";

type Cells = TableDefinition["cells"];

/** The table of a kind, `plural` or `plural.group`, by its columns. */
export function tableOf(resource: string, columns: readonly FactColumn[]): TableDefinition {
  const cells = Object.hasOwn(cellsByResource, resource) ? cellsByResource[resource] : undefined;
  return {
    columns: columns.map((column) => ({ ...column, description: "" })),
    cells: cells ?? ((object, now) => columns.map((column) => plainCell(column, object, now))),
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
  if (column.format === "name" || column.name === "Name") return object.metadata.name;
  if (column.name === "Age") return formatAge(object.metadata.creationTimestamp, now);
  if (column.name === "Created At") return object.metadata.creationTimestamp;
  return "<none>";
}
