/** A custom kind with a status subresource, for suites about writes. */
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";

export interface Widget extends KubernetesObject {
  readonly spec?: { readonly colour?: string; readonly size?: number; readonly replicas?: number };
  readonly status?: { readonly phase?: string; readonly ready?: number };
}

export const Widget: ResourceType<Widget> = {
  group: "writes.example.dev",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};

const integer = { type: "integer" };
const schema = {
  type: "object",
  properties: {
    spec: { type: "object", properties: { colour: { type: "string" }, size: integer, replicas: integer } },
    status: { type: "object", properties: { phase: { type: "string" }, ready: integer } },
  },
};
const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } };

/** The definition of Widgets. */
export const widgetDefinition: KubernetesObject & { readonly spec: object } = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `widgets.${Widget.group}` },
  spec: {
    group: Widget.group,
    scope: "Namespaced",
    names: { kind: "Widget", plural: "widgets", singular: "widget", listKind: "WidgetList" },
    versions: [{ ...version, subresources: { status: {} } }],
  },
};

/** A Widget to be written. */
export function widgetOf(key: ObjectKey, spec: NonNullable<Widget["spec"]>): Widget {
  return { apiVersion: `${Widget.group}/${Widget.version}`, kind: "Widget", metadata: { ...key }, spec };
}
