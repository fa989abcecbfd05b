import assert from "node:assert/strict";
import { test } from "vitest";

import { createCoreSchemas } from "./core-schemas.ts";

const core = createCoreSchemas({ generateEmbeddedObjectMeta: false });

test("schemaOf() writes a PodTemplateSpec out in full, to the last field of its containers", () => {
  const schema = core.schemaOf({
    kind: "library",
    library: "@kubewright/api",
    module: "core/v1",
    name: "PodTemplateSpec",
  });

  const container = schema?.properties?.["spec"]?.properties?.["containers"]?.items;
  assert.ok(container !== undefined && "properties" in container);
  assert.deepEqual(container.required, ["name"]);
  assert.deepEqual(container.properties?.["ports"], {
    type: "array",
    items: {
      type: "object",
      properties: {
        containerPort: { type: "integer", format: "int32" },
        hostIP: { type: "string" },
        hostPort: { type: "integer", format: "int32" },
        name: { type: "string" },
        protocol: { type: "string", default: "TCP" },
      },
      required: ["containerPort"],
    },
    "x-kubernetes-list-map-keys": ["containerPort", "protocol"],
    "x-kubernetes-list-type": "map",
  });
});

test("schemaOf() leaves metadata within a spec open, or writes out what users set of it", () => {
  const metadata = {
    kind: "library",
    library: "@kubewright/apimachinery",
    module: "object/kubernetes-object",
    name: "ObjectMeta",
  } as const;

  assert.deepEqual(core.schemaOf(metadata), { type: "object" });
  assert.deepEqual(
    Object.keys(createCoreSchemas({ generateEmbeddedObjectMeta: true }).schemaOf(metadata)?.properties ?? {}),
    ["annotations", "finalizers", "labels", "name", "namespace"],
  );
});

test("schemaOf() knows nothing of a name that is no type of the API", () => {
  assert.equal(
    core.schemaOf({ kind: "library", library: "@kubewright/apimachinery", module: "x", name: "JsonCodec" }),
    undefined,
  );
});

test("schemaOf() refuses a type that holds itself", () => {
  const recursive = {
    kind: "library",
    library: "@kubewright/api",
    module: "apiextensions.k8s.io/v1",
    name: "JSONSchemaProps",
  } as const;

  assert.throws(() => core.schemaOf(recursive), { name: "RecursiveDefinitionError" });
});
