// A custom resource in several versions, as in a kube-apiserver: each version prunes the fields that it lacks, and the
// defaults are those of the storage version.
import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { mergePatch, startCluster } from "../kinds/testdata/cluster.ts";
import type { TestResponse, Cluster } from "../kinds/testdata/cluster.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

interface Gadget {
  readonly apiVersion: string;
  readonly metadata: { readonly generation: number; readonly labels?: object };
  readonly spec?: object;
  readonly status?: object;
}

const text = { type: "string" };
const status = { type: "object", properties: { phase: text, replicas: { type: "integer" } } };

function version(name: string, spec: object, rest: object = {}): object {
  const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", ...spec }, status } };
  return { name, served: true, storage: name === "v1", schema: { openAPIV3Schema }, ...rest };
}

const first = { properties: { a: { ...text, default: "a1" }, b: { ...text, default: "b1" }, c: text } };
const second = { properties: { a: { ...text, default: "a2" }, c: text, d: { ...text, default: "d2" } } };

async function withGadgets(...versions: readonly object[]): Promise<Cluster> {
  const cluster = startCluster();
  await cluster.sendOk("POST", definitions, {
    metadata: { name: "gadgets.x.io" },
    spec: { group: "x.io", scope: "Namespaced", names: { plural: "gadgets", kind: "Gadget" }, versions },
  });
  return cluster;
}

function pathOf(name: "v1" | "v2", object = ""): string {
  return `/apis/x.io/${name}/namespaces/default/gadgets${object}`;
}

function gadget(name: "v1" | "v2", fields: object): object {
  return { apiVersion: `x.io/${name}`, kind: "Gadget", metadata: { name: "g" }, ...fields };
}

async function specs(cluster: Cluster): Promise<readonly (object | undefined)[]> {
  const [old, next] = [
    await cluster.sendOk<Gadget>("GET", pathOf("v1", "/g")),
    await cluster.sendOk<Gadget>("GET", pathOf("v2", "/g")),
  ];
  return [old.spec, next.spec];
}

test("an object has the defaults of its stored version, and each version returns only the fields of its schema", async () => {
  const cluster = await withGadgets(version("v1", first), version("v2", second));
  const created = await cluster.sendOk<Gadget>("POST", pathOf("v1"), gadget("v1", { spec: { b: "b", c: "c" } }));

  assert.deepEqual(created.spec, { a: "a1", b: "b", c: "c" });
  assert.deepEqual(await specs(cluster), [
    { a: "a1", b: "b", c: "c" },
    { a: "a1", c: "c" },
  ]);
});

test("an object that is written in another version than the stored one keeps the fields of both", async () => {
  const cluster = await withGadgets(version("v1", first), version("v2", second));
  const { body, warnings } = await cluster.send(
    "POST",
    pathOf("v2"),
    gadget("v2", { spec: { b: "b", c: "c", d: "d" } }),
  );

  assert.deepEqual(warnings, [String.raw`unknown field \"spec.b\"`]);
  assert.deepEqual((body as Gadget).spec, { a: "a2", c: "c" });
  assert.deepEqual(await specs(cluster), [
    { a: "a2", b: "b1", c: "c" },
    { a: "a2", c: "c" },
  ]);
});

test("lists, watches and tables return the object as a get does", async () => {
  const cluster = await withGadgets(
    version("v1", first),
    version("v2", second, {
      additionalPrinterColumns: [
        { name: "B", type: "string", jsonPath: ".spec.b" },
        { name: "C", type: "string", jsonPath: ".spec.c" },
      ],
    }),
  );
  await cluster.sendOk("POST", pathOf("v1"), gadget("v1", { spec: { b: "b", c: "c" } }));
  const { items } = await cluster.sendOk<{ items: readonly Gadget[] }>("GET", pathOf("v2"));
  const watched = cluster.send("GET", pathOf("v2", "?watch=1&timeoutSeconds=1"));
  await cluster.clock.advance(1000);

  assert.deepEqual(
    items.map(({ spec }) => spec),
    [{ a: "a1", c: "c" }],
  );
  assert.deepEqual(((await watched).body as { object: Gadget }).object.spec, { a: "a1", c: "c" });
  assert.deepEqual(await cluster.table(pathOf("v2")), [["g", null, "c"]]);
});

test("an object has to fit the schema of the version in which it is written, which may require fields that are not stored", async () => {
  const needy = { required: ["d"], properties: { d: { type: "integer" } } };
  const cluster = await withGadgets(version("v1", first), version("v2", needy));

  assert.equal((await cluster.send("POST", pathOf("v2"), gadget("v2", { spec: {} }))).status, 422);
  assert.deepEqual(
    (await cluster.sendOk<Gadget>("POST", pathOf("v2", "?dryRun=All"), gadget("v2", { spec: { d: 3 } }))).spec,
    {},
  );
  assert.deepEqual((await cluster.sendOk<Gadget>("POST", pathOf("v2"), gadget("v2", { spec: { d: 3 } }))).spec, {});
  const labels = { metadata: { labels: { a: "b" } } };
  // The required field was missing before: a write that leaves it unchanged is accepted.
  const patched = await cluster.sendOk<Gadget>("PATCH", pathOf("v2", "/g"), labels, mergePatch);
  assert.deepEqual([patched.metadata.labels, patched.metadata.generation, patched.spec], [{ a: "b" }, 1, {}]);
});

test("objects stored before the storage version changed have the defaults of the version that they are in", async () => {
  const cluster = await withGadgets(version("v1", first), version("v2", second));
  await cluster.sendOk("POST", pathOf("v1"), gadget("v1", { spec: { c: "c" } }));
  const third = { properties: { a: text, e: { ...text, default: "e2" } } };
  const versions = [version("v1", first, { storage: false }), version("v2", third, { storage: true })];
  await cluster.sendOk("PATCH", `${definitions}/gadgets.x.io`, { spec: { versions } }, mergePatch);

  assert.deepEqual(await specs(cluster), [{ a: "a1", b: "b1", c: "c" }, { a: "a1" }]);

  await cluster.sendOk("PATCH", pathOf("v2", "/g"), { metadata: { labels: { a: "b" } } }, mergePatch);
  assert.deepEqual(await specs(cluster), [{ a: "a1" }, { a: "a1", e: "e2" }]);
});

test("status is a subresource in the versions that declare it, and a plain field in the others", async () => {
  const cluster = await withGadgets(version("v1", first, { subresources: { status: {} } }), version("v2", second));
  const body = { spec: { c: "c" }, status: { phase: "p" } };
  const created = await cluster.sendOk<Gadget>("POST", pathOf("v1"), gadget("v1", body));
  const through = async (name: "v1" | "v2", phase: string): Promise<readonly unknown[]> => {
    const patched = await cluster.sendOk<Gadget>("PATCH", pathOf(name, "/g"), { status: { phase } }, mergePatch);
    return [patched.status, patched.metadata.generation];
  };

  assert.equal(created.status, undefined);
  assert.deepEqual(await through("v2", "q"), [{ phase: "q" }, 2]);
  assert.deepEqual(await through("v1", "r"), [{ phase: "q" }, 2]);
  assert.equal((await cluster.send("GET", pathOf("v1", "/g/status"))).status, 200);
  assert.equal((await cluster.send("GET", pathOf("v2", "/g/status"))).status, 404);
});

test("each version is scaled by the fields in its definition", async () => {
  const scale = (specReplicasPath: string): object => ({
    subresources: { status: {}, scale: { specReplicasPath, statusReplicasPath: ".status.replicas" } },
  });
  const spec = { properties: { count: { type: "integer" }, size: { type: "integer" } } };
  const cluster = await withGadgets(
    version("v1", spec, scale(".spec.count")),
    version("v2", spec, scale(".spec.size")),
  );
  await cluster.sendOk("POST", pathOf("v1"), gadget("v1", { spec: { count: 1, size: 2 } }));
  const replicas = async (name: "v1" | "v2"): Promise<unknown> =>
    (await cluster.sendOk<{ spec: { replicas: number } }>("GET", pathOf(name, "/g/scale"))).spec.replicas;

  assert.deepEqual([await replicas("v1"), await replicas("v2")], [1, 2]);

  await cluster.sendOk("PATCH", pathOf("v2", "/g/scale"), { spec: { replicas: 5 } }, mergePatch);
  assert.deepEqual((await cluster.sendOk<Gadget>("GET", pathOf("v1", "/g"))).spec, { count: 1, size: 5 });
});

test.for<[string, object, readonly string[]]>([
  ["one that is served", gadget("v2", { spec: { b: "b" }, extra: 1 }), ["extra", "spec.b"]],
  ["an unknown version", { ...gadget("v2", { spec: {}, extra: 1 }), apiVersion: "x.io/v7" }, ["extra", "spec"]],
])(
  "a body in another version than that of the path, %s, is rejected, with the unknown fields of its version",
  async ([, body, unknown]) => {
    const cluster = await withGadgets(version("v1", first), version("v2", second));
    const { status, message, warnings } = await cluster.send("POST", pathOf("v1"), body);

    const { apiVersion } = body as { apiVersion: string };
    assert.equal(status, 400);
    assert.equal(
      message,
      `the API version in the data (${apiVersion}) does not match the expected API version (x.io/v1)`,
    );
    assert.deepEqual(
      warnings,
      unknown.map((path) => String.raw`unknown field \"${path}\"`),
    );
  },
);

test("with strict validation, a body in another version is rejected first for its unknown fields", async () => {
  const cluster = await withGadgets(version("v1", first), version("v2", second));
  const body = gadget("v2", { spec: { b: "b" }, extra: 1 });
  const { message, warnings }: TestResponse = await cluster.send("POST", pathOf("v1", "?fieldValidation=Strict"), body);

  expect(message).toBe(
    'Gadget in version "v2" cannot be handled as a Gadget: strict decoding error: unknown field "extra", unknown field "spec.b"',
  );
  expect(warnings).toEqual([]);
});

test.for([
  [undefined, ""],
  ["v7", "v7"],
  ["y.io/v1", "v1"],
])("metadata that cannot be decoded is rejected in a body of the API version %s, too", async ([apiVersion, named]) => {
  const cluster = await withGadgets(version("v1", first));
  const { status, message } = await cluster.send("POST", pathOf("v1"), {
    apiVersion,
    kind: "Gadget",
    metadata: { name: 1.5 },
  });

  assert.equal(status, 400);
  assert.equal(
    message,
    `Gadget in version "${named}" cannot be handled as a Gadget: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string`,
  );
});
