// A server with a kind whose converter waits, as a conversion webhook does. Widgets are stored in v2 with `spec.size`, which is `spec.replicas` in v1.
import { internalError } from "@kubewright/apimachinery";
import type { ApiObject } from "../objects/api-object.ts";
import type { ServedResource } from "../contracts/strategy.ts";
import type { TestServer, TestServerOptions } from "./test-server.ts";
import { startTestServer, widgets } from "./test-server.ts";

export const v1 = "/apis/x.io/v1/namespaces/default/widgets";
export const v2 = "/apis/x.io/v2/namespaces/default/widgets";

export interface AheadServer extends TestServer {
  /** The conversions in the order in which they began: the version, and the name of the object. */
  readonly conversions: string[];
  /** The names of the objects that cannot be converted. */
  readonly failing: Set<string>;
  /** Makes the next conversion wait. `begun` resolves when it has begun; it ends when `release` is called. */
  readonly hold: () => { readonly begun: Promise<void>; readonly release: () => void };
}

export interface AheadServerOptions extends Pick<TestServerOptions, "admission" | "store"> {
  /** Whether the converter sets the label `version`. Default false. */
  readonly setsLabels?: boolean;
}

export function startAheadServer(options: AheadServerOptions = {}): AheadServer {
  const conversions: string[] = [];
  const failing = new Set<string>();
  let held: { readonly begin: () => void; readonly released: Promise<void> } | undefined;

  async function convert(object: ApiObject, toApiVersion: string): Promise<ApiObject> {
    const { name = "" } = object.metadata;
    conversions.push(`${toApiVersion} ${name}`);
    const waiting = held;
    held = undefined;
    waiting?.begin();
    await waiting?.released;
    if (failing.has(name)) throw internalError(`cannot convert ${name}`);
    const [from, to] = toApiVersion === "x.io/v1" ? ["size", "replicas"] : ["replicas", "size"];
    const { [from]: value, ...spec } = (object["spec"] ?? {}) as Record<string, unknown>;
    const converted = value === undefined ? spec : { ...spec, [to]: value };
    const metadata = { ...object.metadata, labels: { ...object.metadata.labels, version: toApiVersion.slice(-2) } };
    return { ...structuredClone(object), ...(options.setsLabels === true ? { metadata } : {}), apiVersion: toApiVersion, spec: converted };
  }

  const server = startTestServer({ ...options, kinds: [widgetsWith({ type: "ahead", convert })] });
  return {
    ...server,
    conversions,
    failing,
    hold() {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      held = { begin, released };
      return { begun, release };
    },
  };
}

/** Widgets in two versions with different fields, each with `status` and `scale`. */
export function widgetsWith(converter: ServedResource["strategy"]["converter"] & object): ServedResource {
  const sizeField = (version: string): string => (version === "v1" ? "replicas" : "size");
  const specOf = (object: { readonly [field: string]: unknown }): Record<string, unknown> => (object["spec"] ?? {}) as Record<string, unknown>;
  const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as const;
  return {
    ...widgets,
    versions: widgets.versions.map((version) => ({ ...version, schema: () => schema })),
    strategy: { ...widgets.strategy, allowUnconditionalUpdate: true, converter },
    subresources: (widgets.subresources ?? []).map((subresource) =>
      subresource.type !== "view"
        ? subresource
        : {
            ...subresource,
            replicasAt: (version) => ["spec", sizeField(version)],
            read: ({ metadata, ...parent }, version) => ({
              apiVersion: "autoscaling/v1",
              kind: "Scale",
              metadata: { name: metadata.name ?? "", resourceVersion: metadata.resourceVersion ?? "" },
              spec: { replicas: specOf(parent)[sizeField(version)] },
            }),
            write: (parent, view, version) => {
              parent["spec"] = { ...specOf(parent), [sizeField(version)]: specOf(view)["replicas"] };
            },
          },
    ),
  };
}

export function widget(name: string, version: "v1" | "v2", spec: object, metadata: object = {}): object {
  return { apiVersion: `x.io/${version}`, kind: "Widget", metadata: { name, ...metadata }, spec };
}
