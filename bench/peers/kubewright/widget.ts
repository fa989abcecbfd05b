/** The kind that the load client creates. */
import type { ObjectMeta, ResourceType } from "@kubewright/apimachinery";

export interface Widget {
  readonly apiVersion: "bench.example.dev/v1";
  readonly kind: "Widget";
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly image: string;
    readonly replicas: number;
    readonly revision?: number;
    readonly paused?: boolean;
    readonly message?: string;
    readonly selector?: Readonly<Record<string, string>>;
    readonly env?: readonly { readonly name: string; readonly value?: string }[];
    readonly ports?: readonly { readonly name: string; readonly port: number; readonly protocol?: string }[];
  };
  readonly status?: { readonly phase?: string; readonly observedGeneration?: number };
}

export const Widget: ResourceType<Widget> = {
  group: "bench.example.dev",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  singular: "widget",
  listKind: "WidgetList",
  namespaced: true,
  subresources: ["status"],
};
