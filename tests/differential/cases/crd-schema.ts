/** The structure of schemas in CustomResourceDefinitions: rejected schemas, and accepted ones at the limits. */
import { cases } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { tryToCreate } from "../changes.ts";
import { definition, definitions, integer, string, versionOf } from "./crd-good.ts";

/** Each as the schema of `spec.a`. */
export function asField(...schemas: readonly unknown[]): readonly DifferentialRequest[] {
  const at = "spec.versions.0.schema.openAPIV3Schema.properties.spec.properties.a";
  return tryToCreate(
    definitions,
    definition(),
    schemas.map((schema) => ({ [at]: schema })),
  );
}

/** Each as the whole schema, without or with a status subresource. */
function asRoot(subresources: object, ...schemas: readonly unknown[]): readonly DifferentialRequest[] {
  return tryToCreate(
    definitions,
    definition(),
    schemas.map((schema) => ({
      "spec.versions.0.schema.openAPIV3Schema": schema,
      "spec.versions.0.subresources": subresources,
    })),
  );
}

const object = { type: "object" };
const minimum = { type: "object", minProperties: 1 };
const withStatus = { status: {} };
const rooted = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });

export const crdSchemaCases: readonly DifferentialCase[] = cases("crd-schema", {
  types: asField(
    {},
    { type: "" },
    { type: "text" },
    { type: "null" },
    { type: "object", nullable: true },
    { type: "array" },
    { type: "array", items: {} },
    { type: "array", items: [] },
    { type: "array", items: [string] },
    { type: "array", items: { type: "array" } },
    { type: "string", items: string },
    { type: "string", properties: { b: string } },
    { type: "integer", format: "other" },
    { "x-kubernetes-preserve-unknown-fields": true },
    { "x-kubernetes-preserve-unknown-fields": false },
    { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { b: {} } },
  ),
  root: asRoot(
    {},
    {},
    string,
    { type: "array", items: string },
    { type: "object", nullable: true },
    { type: "object", additionalProperties: string },
    { type: "object", additionalProperties: true },
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    { type: "object", "x-kubernetes-int-or-string": true },
    { type: "object", "x-kubernetes-embedded-resource": true },
    { type: "object", default: {} },
    { type: "object", default: { a: 1 } },
    { type: "object", properties: { kind: integer } },
    { type: "object", properties: { apiVersion: { type: "string", default: "a" } } },
    { type: "object", properties: { kind: { type: "string", enum: ["Widget"] } } },
    { type: "object", required: ["spec"], minProperties: 1, maxProperties: 9, title: "t", description: "d" },
    { type: "object", enum: [{}], not: { required: ["x"] } },
  ),
  "root-with-status": asRoot(
    withStatus,
    object,
    string,
    {},
    { type: "object", required: ["a"], description: "d", "x-kubernetes-preserve-unknown-fields": true },
    { type: "object", maxProperties: 3 },
    { type: "object", anyOf: [{ required: ["a"] }] },
    { type: "object", nullable: true },
    { type: "object", "x-kubernetes-map-type": "atomic" },
    { type: "object", default: {} },
    { type: "object", minProperties: 0 },
  ),
  // A schema that all versions share is checked once, with the status subresource of any of them.
  "root-shared-by-versions": [{ status: {} }, undefined].flatMap((second) =>
    tryToCreate(
      definitions,
      definition({ versions: [versionOf("v1", minimum), { ...versionOf("v2", minimum), storage: false }] }),
      [{ "spec.versions.1.subresources": second }],
    ),
  ),
  "empty-enum": asRoot(withStatus, { type: "object", enum: [] }),
  "empty-dependencies": asField({ type: "object", dependencies: {} }),
  metadata: asRoot(
    {},
    rooted({ metadata: object }),
    rooted({ metadata: string }),
    rooted({ metadata: {} }),
    rooted({ metadata: rooted({ name: { type: "string", pattern: "^a" } }) }),
    rooted({ metadata: rooted({ name: integer }) }),
    rooted({ metadata: rooted({ generateName: string, name: string }) }),
    rooted({ metadata: rooted({ labels: object }) }),
    rooted({ metadata: { type: "object", required: ["name"] } }),
    rooted({ metadata: { type: "object", nullable: true } }),
    rooted({ metadata: { type: "object", description: "d" } }),
    rooted({ metadata: { type: "object", maxProperties: 3 } }),
    rooted({ metadata: { type: "object", default: {} } }),
    rooted({ metadata: rooted({ name: { type: "string", default: "a" } }) }),
    rooted({ metadata: { type: "object", "x-kubernetes-embedded-resource": true, properties: { name: string } } }),
  ),
  unsupported: asField(
    { type: "string", $ref: "#/x" },
    { type: "string", $ref: "" },
    { type: "string", id: "x" },
    { type: "string", $schema: "x" },
    { type: "object", patternProperties: { a: string } },
    { type: "object", dependencies: { a: ["b"] } },
    { type: "object", definitions: { a: string } },
    { type: "array", items: string, additionalItems: true },
    { type: "array", items: string, additionalItems: string },
    { type: "array", items: string, uniqueItems: true },
    { type: "array", items: string, uniqueItems: false },
  ),
  "additional-properties": asField(
    { type: "object", additionalProperties: true },
    { type: "object", additionalProperties: false },
    { type: "object", additionalProperties: {} },
    { type: "object", additionalProperties: string },
    { type: "object", additionalProperties: { type: "array" } },
    { type: "object", additionalProperties: string, properties: { b: string } },
    { type: "object", additionalProperties: true, properties: { b: string } },
    { type: "object", additionalProperties: false, properties: { b: string } },
    { type: "object", additionalProperties: false, properties: {} },
    { type: "object", additionalProperties: { type: "integer", default: "x" } },
    { type: "object", default: { z: "x" }, additionalProperties: integer },
  ),
  "nested-forbidden": asField(
    { type: "string", anyOf: [{ type: "string" }] },
    { type: "string", allOf: [{ description: "d" }] },
    { type: "string", oneOf: [{ title: "t" }] },
    { type: "string", not: { nullable: true } },
    { type: "string", anyOf: [{ default: "x" }] },
    { type: "string", anyOf: [{ default: null }] },
    { type: "object", anyOf: [{ additionalProperties: string }] },
    { type: "object", anyOf: [{ additionalProperties: true }] },
    { type: "object", anyOf: [{ "x-kubernetes-preserve-unknown-fields": true }] },
    { type: "object", anyOf: [{ "x-kubernetes-embedded-resource": true }] },
    { type: "object", anyOf: [{ "x-kubernetes-int-or-string": true }] },
    { type: "array", items: string, anyOf: [{ "x-kubernetes-list-type": "set" }] },
    { type: "array", items: string, anyOf: [{ "x-kubernetes-list-map-keys": ["a"] }] },
    { type: "object", anyOf: [{ "x-kubernetes-map-type": "atomic" }] },
    { type: "string", not: { not: { not: { type: "string" } } } },
    { type: "string", anyOf: [{ allOf: [{ title: "x" }] }, { description: "y" }] },
    { type: "object", properties: { metadata: string }, anyOf: [{ properties: { metadata: { minLength: 1 } } }] },
  ),
  completeness: asField(
    { type: "object", anyOf: [{ properties: { b: { minLength: 1 } } }] },
    { type: "object", properties: { b: string }, anyOf: [{ properties: { b: { minLength: 1 } } }] },
    { type: "object", not: { properties: { b: {} } } },
    { type: "string", allOf: [{ items: { minLength: 1 } }] },
    { type: "array", items: string, allOf: [{ items: { minLength: 1 } }] },
    { type: "object", additionalProperties: string, allOf: [{ properties: { b: { minLength: 1 } } }] },
    {
      type: "object",
      properties: { b: rooted({ c: string }) },
      oneOf: [{ properties: { b: { properties: { d: {} } } } }],
    },
    { type: "object", allOf: [{ anyOf: [{ not: { properties: { z: {} } } }] }] },
  ),
  "completeness-at-root": asRoot(
    {},
    rooted({ spec: object }, { anyOf: [{ properties: { zz: { minLength: 1 } } }] }),
    rooted({ spec: object }, { allOf: [{ properties: { spec: { properties: { q: {} } } } }] }),
    rooted({ spec: object }, { oneOf: [{ not: { properties: { zz: {} } } }] }),
    rooted({ spec: object }, { allOf: [{ items: { minLength: 1 } }] }),
    rooted({ spec: object }, { not: { properties: { spec: { items: {} } } } }),
    rooted({ spec: object }, { anyOf: [{ "x-kubernetes-validations": [{ rule: "true" }] }] }),
  ),
  "int-or-string": asField(
    { "x-kubernetes-int-or-string": true },
    { "x-kubernetes-int-or-string": true, anyOf: [integer, string] },
    { "x-kubernetes-int-or-string": true, anyOf: [string, integer] },
    { "x-kubernetes-int-or-string": true, allOf: [{ anyOf: [integer, string] }, { pattern: "^1" }] },
    { "x-kubernetes-int-or-string": true, allOf: [{ pattern: "^1" }, { anyOf: [integer, string] }] },
    { "x-kubernetes-int-or-string": true, anyOf: [integer, string], pattern: "^.$", maximum: 3 },
    { "x-kubernetes-int-or-string": true, type: "string" },
    { "x-kubernetes-int-or-string": true, type: "integer" },
    { "x-kubernetes-int-or-string": true, "x-kubernetes-preserve-unknown-fields": true },
    { "x-kubernetes-int-or-string": true, "x-kubernetes-embedded-resource": true },
    { "x-kubernetes-int-or-string": true, default: 5 },
    { "x-kubernetes-int-or-string": true, default: "5" },
    { "x-kubernetes-int-or-string": true, default: true },
    { anyOf: [integer, string] },
  ),
  "two-errors": asField(
    { type: "array", "x-kubernetes-list-type": "other", uniqueItems: true },
    { type: "text", default: 1, id: "x" },
    { type: "array", items: [string], uniqueItems: true },
    { anyOf: [{ type: "string", description: "d" }, { title: "t" }] },
  ),
  "rules-are-text": asField(
    { type: "string", "x-kubernetes-validations": [{ rule: "" }] },
    { type: "string", "x-kubernetes-validations": [{ rule: "true\n&& true" }] },
    { type: "string", "x-kubernetes-validations": [{ rule: "true", message: " " }] },
    { type: "string", "x-kubernetes-validations": [{ rule: "true", message: "a\nb" }] },
    { type: "string", "x-kubernetes-validations": [{ rule: "true", reason: "Because" }] },
    { type: "string", "x-kubernetes-validations": [{ message: "m" }] },
    { type: "string", "x-kubernetes-validations": [{ rule: "", messageExpression: " " }] },
  ),
});
