/** Objects of a definition whose conversion webhook does not exist. tests/contract/conversion*.test.ts has webhooks that respond. */
import { cases, get, patch, post, put, remove, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { definition, definitions, integer, schemaOf, versionOf } from "./crd-good.ts";

const group = "{{namespace}}.example.com";
const at = (version: string, rest = ""): string => `/apis/${group}/${version}/namespaces/{{namespace}}/widgets${rest}`;

function version(name: string, field: string, storage: boolean): object {
  const schema = schemaOf({ [field]: integer });
  const scale = { specReplicasPath: `.spec.${field}`, statusReplicasPath: ".status.replicas" };
  return versionOf(name, schema, { storage, subresources: { status: {}, scale } });
}

const widget = (apiVersion: string, spec: object, metadata: object = {}): object => ({
  apiVersion: `${group}/${apiVersion}`,
  kind: "Widget",
  metadata: { name: "w", ...metadata },
  spec,
});

const conversion = {
  strategy: "Webhook",
  webhook: {
    clientConfig: { service: { name: "none", namespace: "{{namespace}}", path: "/convert" } },
    conversionReviewVersions: ["v1"],
  },
};

function installed(...requests: readonly DifferentialRequest[]): readonly DifferentialRequest[] {
  const versions = [version("v1", "replicas", false), version("v2", "size", true)];
  return [
    post(definitions, definition({ versions, spec: { conversion } })),
    until(200, get(at("v2"))),
    post(at("v2"), widget("v2", { size: 1 })),
    ...requests,
  ];
}

const as = (kind: string): Readonly<Record<string, string>> => ({
  accept: `application/json;as=${kind};v=v1;g=meta.k8s.io`,
});

export const conversionCases: readonly DifferentialCase[] = cases("conversion", {
  reads: installed(
    get(at("v2")),
    get(at("v2", "/w")),
    get(at("v1", "/w")),
    get(at("v1", "/none")),
    get(at("v1", "/w/status")),
    get(at("v1", "/w/scale")),
    get(at("v2", "/w/scale")),
    get(at("v1", "/w"), as("Table")),
    get(at("v1", "/w"), as("PartialObjectMetadata")),
  ),
  creates: installed(
    post(at("v1"), widget("v1", { replicas: 1 }, { name: "other" })),
    post(`${at("v1")}?dryRun=All`, widget("v1", { replicas: 1 }, { name: "other" })),
    post(at("v1"), widget("v1", { replicas: "x" }, { name: "other" })),
    post(at("v1"), widget("v2", { size: 1 }, { name: "other" })),
    get(at("v2", "/other")),
  ),
  writes: installed(
    patch("merge", at("v1", "/w"), { spec: { replicas: 2 } }),
    patch("json", at("v1", "/w"), [{ op: "remove", path: "/spec" }]),
    patch("merge", at("v1", "/w/status"), { status: { a: 1 } }),
    patch("merge", at("v1", "/w/scale"), { spec: { replicas: 2 } }),
    put(at("v1", "/none"), widget("v1", { replicas: 1 }, { name: "none", resourceVersion: "1" })),
    remove(at("v1", "/w")),
    remove(`${at("v1", "/w")}?dryRun=All`),
    patch("merge", at("v2", "/w"), { spec: { size: 2 } }),
    remove(at("v2", "/w")),
  ),
  "one-version": [
    post(
      definitions,
      definition({
        versions: [version("v1", "replicas", true)],
        spec: { conversion },
      }),
    ),
    until(200, get(at("v1"))),
    post(at("v1"), widget("v1", { replicas: 1 })),
    get(at("v1", "/w")),
  ],
});
