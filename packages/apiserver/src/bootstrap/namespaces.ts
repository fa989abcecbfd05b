/** The namespaces that every cluster has. */
import type { ApiObject } from "../objects/api-object.ts";

const names = ["default", "kube-node-lease", "kube-public", "kube-system"] as const;

export function systemNamespaces(): readonly ApiObject[] {
  return names.map((name) => ({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
  }));
}

/** What every namespace has. */
export function fillNamespace(draft: ApiObject): void {
  Object.assign(draft, { spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } });
}
