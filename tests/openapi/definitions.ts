/** CRDs whose published schemas are compared with those of a real server: one for each rule of publishing. */
import type { CrdSource } from "@kubewright/envtest";

interface Version {
  readonly name?: string;
  readonly schema: object;
  readonly more?: object;
}

export const group = "openapi.example.com";

/** A namespaced CRD of group `openapi.example.com`. */
function crd(kind: string, ...versions: readonly Version[]): CrdSource {
  return crdWithNames({ kind }, ...versions);
}

/** The same with further names. */
function crdWithNames(
  { kind, listKind }: { readonly kind: string; readonly listKind?: string },
  ...versions: readonly Version[]
): CrdSource {
  const plural = `${kind.toLowerCase()}s`;
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind, plural, ...(listKind === undefined ? {} : { listKind }) },
      versions: versions.map(({ name = "v1", schema, more = {} }, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
        ...more,
      })),
    },
  };
  return definition;
}

const spec = (properties: object): object => ({ type: "object", properties: { spec: { type: "object", properties } } });

export const definitions: readonly CrdSource[] = [
  crd("Plain", { schema: spec({ size: { type: "integer", format: "int32", minimum: 0, maximum: 10, default: 3 } }) }),
  crdWithNames({ kind: "Stone", listKind: "Heap" }, { schema: spec({ size: { type: "integer" } }) }),
  crd("Described", {
    schema: {
      description: "Described is a kind with descriptions.",
      type: "object",
      required: ["spec"],
      properties: {
        apiVersion: { type: "string", description: "The API version." },
        kind: { type: "string", description: "The kind." },
        metadata: { type: "object", properties: { name: { type: "string", maxLength: 10 } } },
        spec: { type: "object", description: "What is wanted.", title: "Spec", example: { a: 1 } },
      },
    },
  }),
  crd("Numbers", {
    schema: spec({
      large: { type: "integer", format: "int64", maximum: 9007199254740993n, minimum: -9223372036854775808n },
      float: { type: "number", multipleOf: 0.1, default: 1.5, exclusiveMaximum: true, maximum: 1e21 },
      zero: { type: "integer", default: 0, minimum: 0, enum: [0, 1] },
      no: { type: "boolean", default: false },
      empty: { type: "string", default: "", enum: ["", "yes", "null", "1"] },
      list: { type: "array", items: { type: "string" }, default: [], minItems: 0, maxItems: 2, uniqueItems: false },
      map: { type: "object", additionalProperties: { type: "string", nullable: true }, default: {}, maxProperties: 3 },
    }),
  }),
  crd("Open", {
    schema: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { spec: { type: "object", properties: { a: { type: "string" } } } },
    },
  }),
  crd("OpenField", {
    schema: spec({
      open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: { type: "string" } } },
      anything: { "x-kubernetes-preserve-unknown-fields": true },
      either: { "x-kubernetes-int-or-string": true },
      pattern: {
        "x-kubernetes-int-or-string": true,
        anyOf: [{ type: "integer" }, { type: "string" }],
        pattern: "^[0-9]+%?$",
      },
      nullable: { type: "string", nullable: true },
      nullableObject: { type: "object", nullable: true, properties: { a: { type: "integer" } } },
      additional: { type: "object", additionalProperties: true },
    }),
  }),
  crd("Embedded", {
    schema: spec({
      template: {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
      },
      typed: {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        description: "An object.",
        required: ["spec"],
        properties: {
          kind: { type: "string", enum: ["A"], description: "Which kind." },
          metadata: { type: "object", properties: { name: { type: "string", maxLength: 3 } } },
          spec: { type: "object", properties: { a: { type: "string" } } },
        },
      },
      list: {
        type: "array",
        items: { type: "object", "x-kubernetes-embedded-resource": true, properties: { a: { type: "string" } } },
      },
    }),
  }),
  crd("Lists", {
    schema: spec({
      set: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
      keyed: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        items: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
      },
      atomic: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: { type: "string" } } },
    }),
  }),
  crd("Logic", {
    schema: spec({
      one: {
        type: "object",
        properties: { a: { type: "string" }, b: { type: "string" } },
        oneOf: [{ required: ["a"] }, { required: ["b"] }],
        not: { required: ["c"] },
        anyOf: [{ properties: { a: { minLength: 1 } } }],
        allOf: [{ maxProperties: 2 }],
      },
      rule: {
        type: "string",
        maxLength: 10,
        externalDocs: { url: "https://example.com", description: "More." },
      },
    }),
  }),
  crd("Selectable", {
    schema: spec({ color: { type: "string" }, size: { type: "integer" } }),
    more: { selectableFields: [{ jsonPath: ".spec.color" }, { jsonPath: ".spec.size" }] },
  }),
  crd(
    "Several",
    {
      name: "v1",
      schema: spec({ color: { type: "string" } }),
      more: { selectableFields: [{ jsonPath: ".spec.color" }], subresources: { status: {} } },
    },
    {
      name: "v2",
      schema: spec({ color: { type: "string" }, replicas: { type: "integer" } }),
      more: {
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
        },
      },
    },
  ),
];
