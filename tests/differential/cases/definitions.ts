/** Rejected CustomResourceDefinitions. Accepted CRDs take some time on a real server, so the contract suite has them. */
import { cases, get, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const string = { type: "string" };

interface Change {
  readonly metadata?: object;
  readonly spec?: object;
  readonly version?: object;
  /** Properties of the schema's `spec`. */
  readonly properties?: unknown;
  /** The whole schema instead. */
  readonly schema?: unknown;
}

function definition({ metadata, spec, version, properties = { a: string }, schema }: Change): object {
  const openAPIV3Schema = schema ?? { type: "object", properties: { spec: { type: "object", properties } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com", ...metadata },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema }, ...version }],
      ...spec,
    },
  };
}

/** Nothing is stored, so the cases are independent. */
function tried(change: Change): readonly DifferentialRequest[] {
  return [post(`${definitions}?dryRun=All`, definition(change))];
}

export const definitionCases: readonly DifferentialCase[] = cases("definition", {
  absent: [get(`${definitions}/none.example.com`)],
  good: tried({}),
  "no-name": tried({ metadata: { name: "" } }),
  "other-name": tried({ metadata: { name: "gadgets.example.com" } }),
  "bad-scope": tried({ spec: { scope: "Everywhere" } }),
  "no-names": tried({ spec: { names: {} } }),
  "bad-names": tried({ spec: { names: { plural: "Widgets", kind: "widget!" } } }),
  "no-versions": tried({ spec: { versions: [] } }),
  "no-storage-version": tried({ version: { storage: false } }),
  "bad-version-name": tried({ version: { name: "Version_1" } }),
  "no-schema": tried({ version: { schema: null } }),
  "protected-group": tried({ metadata: { name: "widgets.example.k8s.io" }, spec: { group: "example.k8s.io" } }),
  "preserve-unknown-fields": tried({ spec: { preserveUnknownFields: true } }),
  "preserve-unknown-fields-webhook": tried({
    spec: {
      preserveUnknownFields: true,
      conversion: {
        strategy: "Webhook",
        webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://hooks.test/" } },
      },
    },
  }),
  "status-is-a-string": tried({ version: { subresources: { status: "" } } }),
  "status-has-fields": tried({ version: { subresources: { status: { a: "b" } } } }),
  "no-type": tried({ properties: { a: {} } }),
  "bad-type": tried({ properties: { a: { type: "text" } } }),
  "root-is-a-string": tried({ schema: string }),
  "no-items": tried({ properties: { a: { type: "array" } } }),
  "both-property-kinds": tried({ properties: { a: { type: "object", properties: {}, additionalProperties: string } } }),
  "no-map-keys": tried({
    properties: { a: { type: "array", "x-kubernetes-list-type": "map", items: { type: "object" } } },
  }),
  "map-key-not-required": tried({
    properties: {
      a: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        items: { type: "object", properties: { name: string } },
      },
    },
  }),
  "bad-default": tried({ properties: { a: { type: "integer", default: "one" } } }),
  "bad-pattern": tried({ properties: { a: { type: "string", pattern: "(" } } }),
  "look-ahead": tried({ properties: { a: { type: "string", pattern: "(?=a)" } } }),
  "not-structural": tried({ properties: { a: { type: "string", anyOf: [{ type: "string" }] } } }),
  "metadata-schema": tried({
    schema: {
      type: "object",
      properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } },
    },
  }),
  "unique-items": tried({ properties: { a: { type: "array", uniqueItems: true, items: string } } }),
  "bad-column-type": tried({
    version: { additionalPrinterColumns: [{ name: "A", type: "text", jsonPath: ".spec.a" }] },
  }),
  "bad-column-path": tried({
    version: { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: "spec.a" }] },
  }),
  "bad-scale-path": tried({
    version: { subresources: { scale: { specReplicasPath: "replicas", statusReplicasPath: ".status.replicas" } } },
  }),
  "bad-conversion": tried({ spec: { conversion: { strategy: "Sometimes" } } }),
  "unknown-field": [
    post(`${definitions}?dryRun=All&fieldValidation=Strict`, definition({ spec: { scop: "Namespaced" } })),
  ],
});
