/** ComponentStatuses: deprecated, and only ever read. This server has no components that it could tell of, so there are none. */
import { definitionOf, schemaOfKind } from "@kubewright/api-facts";
import type { ServedResource } from "../../registry/strategy.ts";

const gvk = { group: "", version: "v1", kind: "ComponentStatus" } as const;

/** The resource that old scripts list: `kubectl get componentstatuses`. */
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
        definitionName: definitionOf(gvk) ?? "",
        schema: () => schemaOfKind(gvk),
      },
    ],
    storage: { key: "componentstatuses", apiVersion: "v1", kind: gvk.kind },
    custom: false,
    strategy: { hasStatus: false, tracksGeneration: false },
  };
}
