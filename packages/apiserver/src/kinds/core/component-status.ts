/**
 * ComponentStatuses: deprecated, and computed for each read. kube-apiserver probes its store and, at fixed ports of its host, the scheduler and
 * the controller manager. This server probes only its store, and reports the others as not probed.
 */
import { definitionOf, schemaOfKind } from "@kubewright/api-facts";
import type { ComponentCondition, ComponentStatus } from "@kubewright/api/core/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { ServedResource } from "../../contracts/strategy.ts";
import type { TableDefinition } from "../../contracts/table-definition.ts";
import { viewOf } from "../typed.ts";
import { plainFields } from "../generic/strategy.ts";

const gvk = { group: "", version: "v1", kind: "ComponentStatus" } as const;
const notProbed = "not probed: the embedded API server sends no requests to other components";

/** The resource that `kubectl get componentstatuses` lists. */
export function componentStatusResource(): ServedResource {
  return {
    group: "",
    plural: "componentstatuses",
    singular: "componentstatus",
    kind: gvk.kind,
    listKind: "ComponentStatusList",
    namespaced: false,
    shortNames: ["cs"],
    verbs: ["get", "list"],
    versions: [
      {
        name: gvk.version,
        deprecationWarning: "v1 ComponentStatus is deprecated in v1.19+",
        // A getter: the start of a server does not need it.
        get definitionName() {
          return definitionOf(gvk) ?? "";
        },
        schema: () => schemaOfKind(gvk),
        table: () => table,
      },
    ],
    storage: { key: "componentstatuses", apiVersion: "v1", kind: gvk.kind },
    custom: false,
    strategy: { hasStatus: false, tracksGeneration: false, fields: plainFields },
    compute: componentStatuses,
  };
}

function componentStatuses(): readonly ReadonlyObject[] {
  const unknown = { type: "Healthy", status: "Unknown", error: notProbed } as const;
  return [
    componentStatus("scheduler", unknown),
    componentStatus("controller-manager", unknown),
    // The store is in this process: a server that answers has it.
    componentStatus("etcd-0", { type: "Healthy", status: "True", message: "ok" }),
  ];
}

function componentStatus(name: string, condition: ComponentCondition): ReadonlyObject {
  return { kind: gvk.kind, apiVersion: "v1", metadata: { name }, conditions: [condition] };
}

const table: TableDefinition = {
  columns: ["Name", "Status", "Message", "Error"].map((name) => ({
    name,
    type: "string",
    format: name === "Name" ? "name" : "",
    description: "",
    priority: 0,
  })),
  cells: (object) => {
    const { conditions = [] } = viewOf<ComponentStatus>(object);
    const healthy = conditions.find(({ type }) => type === "Healthy");
    const status = healthy?.status === "True" ? "Healthy" : "Unhealthy";
    return [object.metadata.name, status, healthy?.message ?? "", healthy?.error ?? ""];
  },
};
