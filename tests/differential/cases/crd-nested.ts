/** Parts of schemas that kube-apiserver decodes and checks apart from the rest: inside items, additionalProperties, dependencies, definitions; and the root. */
import { cases, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { definition, definitions, integer, string, versionOf } from "./crd-good.ts";
import { list, object } from "./custom-resource.ts";

function created(
  schema: object,
  more: { readonly query?: string; readonly version?: object; readonly spec?: object } = {},
): DifferentialRequest {
  const { query = "", version = {}, spec = {} } = more;
  return post(
    `${definitions}?dryRun=All${query}`,
    definition({ versions: [versionOf("v1", schema, version)], ...spec }),
  );
}

function field(schema: unknown, query = ""): DifferentialRequest {
  return created(object({ spec: object({ a: schema }) }), { query });
}

const unknown = { type: "string", zzz: 1 };
const validations = ["Strict", "Warn", "Ignore"].map((name) => `&fieldValidation=${name}`);
const withStatus = { version: { subresources: { status: {} } } };
const rule = (text: string): object => ({ "x-kubernetes-validations": [{ rule: text }] });
const bad = { type: "foo", $ref: "x", uniqueItems: true };

export const crdNestedCases: readonly DifferentialCase[] = cases("crd-nested", {
  "unknown-fields": [
    ...validations.flatMap((query) => [
      field(unknown, query),
      field(list(unknown), query),
      field(object({}, { properties: undefined, additionalProperties: unknown }), query),
      field({ type: "object", additionalProperties: object({ b: unknown }) }, query),
      field({ type: "object", dependencies: { b: unknown } }, query),
      field({ type: "array", items: [unknown] }, query),
      field({ type: "array", additionalItems: unknown, items: string }, query),
      field(object({ b: list(object({ c: unknown })) }), query),
      field({ ...string, anyOf: [unknown], not: unknown }, query),
      field({ ...string, definitions: { b: unknown }, patternProperties: { b: unknown } }, query),
      field(list({ ...string, externalDocs: { zzz: 1 } }), query),
      field({ ...string, externalDocs: { zzz: 1 } }, query),
      field(list({ ...string, "x-kubernetes-validations": [{ rule: "true", zzz: 1 }] }), query),
    ]),
    ...validations.map((query) => ({
      ...field("?", query),
      body: JSON.stringify(definition({ versions: [versionOf("v1", object({ spec: object({ a: "?" }) }))] })).replace(
        '"?"',
        '{"type":"array","description":"a","description":"b","items":{"type":"string","type":"string"}}',
      ),
    })),
  ],
  "wrong-types": [
    { type: "array", items: 5 },
    { type: "array", items: "text" },
    { type: "array", items: true },
    { type: "array", items: null },
    { type: "array", items: [] },
    { type: "array", items: {} },
    { type: "array", items: [5] },
    { type: "array", items: { type: 5 } },
    { type: "array", items: { type: "string", maxLength: "x" } },
    { type: "array", items: { type: "array", items: { type: 5 } } },
    { type: "object", additionalProperties: 5 },
    { type: "object", additionalProperties: "text" },
    { type: "object", additionalProperties: null },
    { type: "object", additionalProperties: [] },
    { type: "object", additionalProperties: { type: 5 } },
    { type: "object", additionalProperties: { type: "string", maxLength: 1.5 } },
    { type: "object", dependencies: 5 },
    { type: "object", dependencies: { b: 5 } },
    { type: "object", dependencies: { b: [5] } },
    { type: "object", dependencies: { b: "text" } },
    { type: "object", dependencies: { b: null } },
    { type: "object", dependencies: { b: [] } },
    { type: "object", dependencies: { b: { type: 5 } } },
    { type: "array", items: string, additionalItems: 5 },
    { type: "array", items: string, additionalItems: false },
    { type: "array", items: { type: 5 }, description: 5 },
  ].map((schema) => field(schema)),
  nested: [
    { type: "array", items: [bad] },
    { type: "array", items: [string, bad] },
    { type: "array", items: [bad], "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] },
    { type: "object", definitions: { b: bad } },
    { type: "object", dependencies: { b: bad } },
    { type: "object", dependencies: { b: ["c"] } },
    { type: "object", patternProperties: { b: bad } },
    { type: "object", additionalItems: bad },
    { type: "object", definitions: { b: { type: "array", items: [bad] } } },
    { ...object({ b: { ...integer, ...rule("self == oldSelf") } }), "x-kubernetes-map-type": "foo" },
    { ...object({ b: { ...integer, ...rule("self == oldSelf") } }), "x-kubernetes-map-type": "atomic" },
    { type: "foo", ...rule("true"), properties: { b: { ...integer, ...rule("self > 1") } } },
    { type: "foo", properties: { b: { ...integer, ...rule("self > 1") } } },
    { type: "foo", ...rule("true"), items: { ...integer, ...rule("self > 1") } },
    { type: "object", properties: { c: { type: "foo", items: { ...integer, ...rule("self > 1") } } }, ...rule("true") },
    { type: "array", items: { type: "foo", properties: { b: { ...integer, ...rule("self > 1") } } }, ...rule("true") },
    { type: "array", items: object({ b: { type: "foo" }, c: { ...integer, ...rule("self > 1") } }), ...rule("true") },
  ].map((schema) => field(schema)),
  metadata: [
    { additionalProperties: false },
    { additionalProperties: true },
    { additionalProperties: {} },
    { additionalProperties: string },
    { additionalProperties: false, properties: { name: string } },
    { additionalProperties: true, properties: { name: string } },
    { required: [] },
    { required: ["name"] },
    { enum: [] },
    { properties: {} },
    { nullable: false },
    { description: "" },
    { description: "a" },
    { "x-kubernetes-preserve-unknown-fields": true },
    { "x-kubernetes-map-type": "atomic" },
    { "x-kubernetes-list-map-keys": [] },
    { definitions: {} },
    { minProperties: 0 },
    { default: {} },
    { default: null },
    { items: string },
    { not: {} },
    { not: { required: [] } },
    { allOf: [] },
    { externalDocs: {} },
    { example: null },
    { format: "" },
  ].map((more) => created(object({ metadata: { type: "object", ...more } }))),
  "root-with-status": [
    { enum: [] },
    { anyOf: [] },
    { allOf: [] },
    { oneOf: [] },
    { "x-kubernetes-list-map-keys": [] },
    { "x-kubernetes-validations": [] },
    { definitions: {} },
    { patternProperties: {} },
    { dependencies: {} },
    { properties: {} },
    { required: [] },
    { $ref: "" },
    { $schema: "" },
    { id: "" },
    { items: [] },
    { items: {} },
    { not: {} },
    { additionalProperties: false },
    { additionalItems: false },
    { nullable: false },
    { nullable: true },
    { default: null },
    { example: null },
    { externalDocs: {} },
    { "x-kubernetes-embedded-resource": false },
    { "x-kubernetes-int-or-string": false },
    { "x-kubernetes-preserve-unknown-fields": false },
    { "x-kubernetes-map-type": "" },
    { "x-kubernetes-list-type": "" },
    { $ref: "a", type: "string" },
    { type: "string", $ref: "a" },
    { type: "string", nullable: true },
    { type: "string", default: {} },
    { type: "string", id: "a" },
    { type: "" },
    { type: "", description: "a" },
    { minimum: 0 },
    { title: "", format: "", pattern: "" },
  ].map((more) => created({ type: "object", ...more }, withStatus)),
  "preserve-unknown-fields": [
    object({ a: { ...string, default: "x" } }),
    object({ a: string }),
    object({ a: list({ ...string, default: "x" }) }),
    object({ a: { ...string, not: { default: "x" } } }),
    object({ a: { ...string, default: null } }),
    object({ a: { type: "object", dependencies: { b: { default: 1 } } } }),
  ].map((schema) => created(schema, { spec: { preserveUnknownFields: true } })),
  "nested-values": [
    field({ ...string, oneOf: [{ additionalProperties: false }] }),
    field({ ...string, oneOf: [{ additionalProperties: true }] }),
    field({ ...string, not: { additionalProperties: {} } }),
    field({ ...string, anyOf: [{ "x-kubernetes-map-type": "" }] }),
    field({ ...string, anyOf: [{ "x-kubernetes-list-type": "" }] }),
  ],
  "unread-items": [
    ...[[], true, 5, ""].flatMap((items) => [
      created(object({ metadata: { type: "object", items } })),
      field({ type: "array", items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] }),
      created(
        { ...object({ spec: object({ a: { ...string, items } }) }), "x-kubernetes-int-or-string": true },
        withStatus,
      ),
    ]),
    created(object({ metadata: { type: "object", $ref: "" } })),
    created(object({ metadata: { type: "object", items: {} } })),
  ],
  "versions-with-other-items": [[], true, undefined].map((items) =>
    post(
      `${definitions}?dryRun=All`,
      definition({
        versions: ["v1", "v2"].map((name) => ({
          ...versionOf(
            name,
            object({ spec: object({ a: { ...string, enum: [], ...(name === "v1" ? { items } : {}) } }) }),
          ),
          selectableFields: [{ jsonPath: ".spec.a" }],
          storage: name === "v1",
        })),
      }),
    ),
  ),
  "internal-dependencies": [{ a: [] }, { b: ["c"], a: ["d"] }, { a: { type: "foo" } }].map((dependencies) =>
    created({ ...object({ spec: string }), dependencies }, withStatus),
  ),
  "versions-of-one-name": [
    post(
      `${definitions}?dryRun=All`,
      definition({ versions: [versionOf("v1", object({}), { storage: false }), versionOf("v1", object({}))] }),
    ),
    post(
      `${definitions}?dryRun=All`,
      definition({ versions: [versionOf("v1", object({})), versionOf("v1", object({}), { storage: false })] }),
    ),
  ],
  "values-of-wrong-type": [
    field({ ...string, enum: [1], example: 1 }),
    field({ ...string, enum: "a" }),
    field({ ...string, enum: {} }),
  ],
  "preserve-with-defaults": [true, false].flatMap((preserveUnknownFields) => [
    created(object({ spec: list({ ...string, default: "x" }) }), { spec: { preserveUnknownFields } }),
    created(object({ spec: { ...string, anyOf: [{ default: "x" }] } }), { spec: { preserveUnknownFields } }),
    created({ ...object({ spec: string }), definitions: { a: { default: 1 } } }, { spec: { preserveUnknownFields } }),
  ]),
});
