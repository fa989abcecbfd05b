// The schemas of built-in types are tested with `expand` of @kubewright/api-facts; these tests look them up by their TypeScript names.

import assert from "node:assert/strict";
import { expand } from "@kubewright/api-facts";
import { test } from "vitest";

import { createLibrarySchemas } from "./library-schemas.ts";

const libraries = createLibrarySchemas({ generateEmbeddedObjectMeta: false });

test("schemaOf() finds a type of a built-in group by the module that exports it", () => {
  const schema = libraries({
    kind: "library",
    library: "@kubewright/api",
    module: "core/v1",
    name: "PodTemplateSpec",
  });

  assert.ok(schema?.properties?.["spec"] !== undefined);
  assert.deepEqual(schema, expand("io.k8s.api.core.v1.PodTemplateSpec"));
});

test("schemaOf() finds the types that all groups share under meta/v1 and in any file of apimachinery", () => {
  const condition = expand("io.k8s.apimachinery.pkg.apis.meta.v1.Condition");

  const exported = { kind: "library", library: "@kubewright/api", module: "meta/v1", name: "Condition" } as const;
  const declared = { ...exported, library: "@kubewright/apimachinery", module: "conditions/condition" } as const;

  assert.ok(condition !== undefined);
  assert.deepEqual(libraries(exported), condition);
  assert.deepEqual(libraries(declared), condition);
});

test.each([
  ["Int32", { type: "integer", format: "int32" }],
  ["Int64", { type: "integer", format: "int64" }],
  ["Double", { type: "number", format: "double" }],
  ["JsonValue", { "x-kubernetes-preserve-unknown-fields": true }],
  ["JsonObject", { type: "object", "x-kubernetes-preserve-unknown-fields": true }],
  ["IntOrString", { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true }],
  ["Time", { type: "string", format: "date-time" }],
])("schemaOf() returns the schema of apimachinery's %s", (name, schema) => {
  assert.deepEqual(libraries({ kind: "library", library: "@kubewright/apimachinery", module: "x", name }), schema);
});

test("schemaOf() leaves metadata in a spec open, or declares the fields that users set", () => {
  const metadata = {
    kind: "library",
    library: "@kubewright/apimachinery",
    module: "object/kubernetes-object",
    name: "ObjectMeta",
  } as const;

  assert.deepEqual(libraries(metadata), { type: "object" });
  assert.deepEqual(
    Object.keys(createLibrarySchemas({ generateEmbeddedObjectMeta: true })(metadata)?.properties ?? {}),
    ["annotations", "finalizers", "labels", "name", "namespace"],
  );
});

test("schemaOf() returns undefined for a name that is not a type of the API", () => {
  assert.equal(
    libraries({ kind: "library", library: "@kubewright/apimachinery", module: "x", name: "JsonCodec" }),
    undefined,
  );
});

test("schemaOf() rejects a recursive type", () => {
  const recursive = {
    kind: "library",
    library: "@kubewright/api",
    module: "apiextensions.k8s.io/v1",
    name: "JSONSchemaProps",
  } as const;

  assert.throws(() => libraries(recursive), { name: "RecursiveDefinitionError" });
});
