/** The namespaces that every cluster has. */
import type { ApiObject } from "../objects/api-object.ts";
import type { BootstrapObject } from "./bootstrap-object.ts";

const names = ["default", "kube-node-lease", "kube-public", "kube-system"] as const;

export function systemNamespaces(): readonly BootstrapObject[] {
  return names.map((name) => ({
    resource: { group: "", resource: "namespaces" },
    object: {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
    },
    fieldsV1: { "f:metadata": { "f:labels": { ".": {}, "f:kubernetes.io/metadata.name": {} } } },
    fillUnowned: fillNamespace,
  }));
}

function fillNamespace(draft: ApiObject): void {
  Object.assign(draft, { spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } });
}
