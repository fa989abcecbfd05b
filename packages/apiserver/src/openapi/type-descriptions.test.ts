import assert from "node:assert/strict";
import { test } from "vitest";
import type { TypeDescriptions } from "@kubewright/api-facts";
import { readText } from "@kubewright/transport";
import { createApiServer } from "../api-server.ts";
import { startCluster } from "../kinds/testdata/cluster.ts";
import { collectTypeDescriptions } from "./type-descriptions.ts";

const leaseSpec = "io.k8s.api.coordination.v1.LeaseSpec";

test("collectTypeDescriptions() returns the descriptions of known types in a document and ignores other content", () => {
  const properties = {
    holderIdentity: { description: "H.", type: "string" },
    renewTime: { description: 1 },
    strategy: null,
  };
  const definitions = {
    [leaseSpec]: { description: "L.", type: "object", properties },
    "io.k8s.api.coordination.v1.Lease": { description: ["x"], properties: "y" },
    "io.k8s.api.coordination.v1.LeaseList": 7,
    "com.example.v1.Unknown": { description: "U." },
  };

  assert.deepEqual(collectTypeDescriptions({ swagger: "2.0", definitions }), {
    [leaseSpec]: { description: "L.", fields: { holderIdentity: "H." } },
    "io.k8s.api.coordination.v1.Lease": { fields: {} },
    "io.k8s.api.coordination.v1.LeaseList": { fields: {} },
  });
  for (const other of [undefined, null, 1, [], { definitions: [] }])
    assert.deepEqual(collectTypeDescriptions(other), {});
});

const descriptions: TypeDescriptions = {
  [leaseSpec]: { description: "L.", fields: { holderIdentity: "H.", constructor: "no field" } },
  "io.k8s.api.coordination.v1.Lease": { fields: { spec: "S." } },
};

test("documents of both versions have the descriptions, and other hashes than without them", async () => {
  const path = "/openapi/v3/apis/coordination.k8s.io/v1";
  const text = async (loadTypeDescriptions: () => TypeDescriptions | undefined, at: string): Promise<string> => {
    await using server = createApiServer({ loadTypeDescriptions });
    return await readText(await server.transport().request({ method: "GET", path: at }));
  };
  const [with3, with2, index, plainIndex] = [
    await text(() => descriptions, path),
    await text(() => descriptions, "/openapi/v2"),
    await text(() => descriptions, "/openapi/v3"),
    await text(() => undefined, "/openapi/v3"),
  ];

  const lease = { description: "S.", allOf: [{ $ref: `#/components/schemas/${leaseSpec}` }] };
  const third = JSON.parse(with3) as { readonly components: { readonly schemas: Schemas } };
  assert.deepEqual(third.components.schemas["io.k8s.api.coordination.v1.Lease"]?.properties["spec"], {
    default: {},
    ...lease,
  });
  assert.equal(third.components.schemas[leaseSpec]?.description, "L.");
  assert.equal(Object.hasOwn(third.components.schemas[leaseSpec]?.properties ?? {}, "constructor"), false);
  const second = JSON.parse(with2) as { readonly definitions: Schemas };
  assert.equal(second.definitions["io.k8s.api.coordination.v1.Lease"]?.properties["spec"]?.description, "S.");
  assert.equal(second.definitions[leaseSpec]?.properties["holderIdentity"]?.description, "H.");
  assert.notEqual(index, plainIndex);
});

test("loaded descriptions replace those of metadata and of the fields that custom kinds have in common", async () => {
  const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
  const fields = { apiVersion: "A.", kind: "K.", metadata: "M." };
  const loaded = { [objectMeta]: { description: "O." }, "io.k8s.api.core.v1.Pod": { fields } };
  const schemasWith = async (descriptions: TypeDescriptions | undefined): Promise<Schemas> => {
    const { sendOk } = startCluster({ loadTypeDescriptions: () => descriptions });
    await sendOk("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgets);
    const path = "/openapi/v3/apis/example.com/v1";
    return (await sendOk<{ readonly components: { readonly schemas: Schemas } }>("GET", path)).components.schemas;
  };

  const [own, replaced] = [await schemasWith(undefined), await schemasWith(loaded)];

  const described = (schemas: Schemas): unknown => [
    schemas[objectMeta]?.description,
    ...Object.keys(fields).map((field) => schemas["com.example.v1.Widget"]?.properties[field]?.description),
  ];
  assert.deepEqual(described(own), [
    "The metadata of an object: what all kinds have in common.",
    "The group and version of the kind.",
    "The kind of the object.",
    "The metadata of the object.",
  ]);
  assert.deepEqual(described(replaced), ["O.", "A.", "K.", "M."]);
});

const widgets = {
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

type Schemas = Readonly<
  Record<
    string,
    { readonly description?: string; readonly properties: Readonly<Record<string, { readonly description?: string }>> }
  >
>;

test("descriptions are loaded once, by the first OpenAPI request", async () => {
  let loads = 0;
  await using server = createApiServer({
    loadTypeDescriptions: () => {
      loads += 1;
      return descriptions;
    },
  });
  const transport = server.transport();
  const get = async (path: string): Promise<void> => {
    await readText(await transport.request({ method: "GET", path }));
  };

  await get("/api/v1/namespaces");
  await get("/apis");
  assert.equal(loads, 0);
  await get("/openapi/v3");
  await get("/openapi/v2");
  await get("/openapi/v3/api/v1");
  assert.equal(loads, 1);
});
