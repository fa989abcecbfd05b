/** `scale`: the replicas of a workload as a separate kind, so that autoscalers do not depend on the kind of the workload. */
import { field, fieldPath, formatLabelSelector, compileLabelSelector } from "@kubewright/apimachinery";
import type { LabelSelector } from "@kubewright/apimachinery";
import type { Scale } from "@kubewright/api/autoscaling/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { ViewSubresource } from "../../contracts/subresource.ts";
import { formatAge } from "../../negotiation/age.ts";
import type { TableDefinition } from "../../contracts/table-definition.ts";
import { viewOf } from "../typed.ts";

/** The common fields of Deployments, ReplicaSets, StatefulSets and ReplicationControllers. */
interface Scaled {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: LabelSelector | { readonly [key: string]: string };
  };
  readonly status?: { readonly replicas?: number };
}

const scaleTable: TableDefinition = {
  columns: [
    ["Name", "string"],
    ["Desired", "integer"],
    ["Available", "integer"],
    ["Age", "string"],
  ].map(([name = "", type = ""]) => ({ name, type, format: "", description: "", priority: 0 })),
  cells: (object, now) => {
    const { spec, status } = viewOf<Scale>(object);
    const age = formatAge(object.metadata.creationTimestamp, now);
    return [object.metadata.name ?? "", spec?.replicas ?? 0, status?.replicas ?? 0, age];
  },
};

export const scaleSubresource: ViewSubresource = {
  type: "view",
  name: "scale",
  emptyFields: { spec: {}, status: { replicas: 0 } },
  gvk: { group: "autoscaling", version: "v1", kind: "Scale" },
  verbs: ["get", "patch", "update"],
  read: (parent) => {
    const { spec, status } = viewOf<Scaled>(parent);
    const selector = selectorText(spec?.selector);
    return scaleOf(parent, spec?.replicas ?? 0, {
      replicas: status?.replicas ?? 0,
      ...(selector === "" ? {} : { selector }),
    });
  },
  table: () => scaleTable,
  validate: (view) => {
    const replicas = viewOf<Scale>(view).spec?.replicas ?? 0;
    if (replicas >= 0) return [];
    return [field.invalid(fieldPath("spec", "replicas"), replicas, "must be greater than or equal to 0")];
  },
  replicasAt: () => ["spec", "replicas"],
  write: (parent, view) => {
    const spec = parent["spec"];
    if (typeof spec !== "object" || spec === null) return;
    Object.assign(spec, { replicas: viewOf<Scale>(view).spec?.replicas ?? 0 });
  },
};

/** A Scale with the identity of its parent. */
export function scaleOf(parent: ReadonlyObject, replicas: number, status: object): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = parent.metadata;
  const metadata = { name, namespace, uid, resourceVersion, creationTimestamp };
  return {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    // Absent fields are left out: a cluster-scoped parent has no namespace.
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)),
    spec: replicas === 0 ? {} : { replicas },
    status,
  };
}

function selectorText(selector: unknown): string {
  if (typeof selector !== "object" || selector === null) return "";
  const isFlat = Object.values(selector).every((value) => typeof value === "string");
  // A replication controller selects by a map of labels; the others by a selector object.
  const object: LabelSelector = isFlat ? { matchLabels: selector as { [key: string]: string } } : selector;
  return formatLabelSelector(compileLabelSelector(object));
}
