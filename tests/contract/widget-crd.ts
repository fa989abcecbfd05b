/** A custom kind with the subresources status and scale, whose specs may hold any fields. */
import type { KubernetesObject } from "@kubewright/apimachinery";

/** The CRD of Widgets in this group. */
export function widgetCrd(group: string): KubernetesObject & { readonly spec: unknown } {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const spec = { ...open, properties: { replicas: { type: "integer" } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec, status: open } } },
          subresources: {
            status: {},
            scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
          },
        },
      ],
    },
  };
}

/** A Widget of this group. */
export function widget(group: string, name: string, spec: object): object {
  return { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name }, spec };
}
