// Definitions and their resources, through requests.
import assert from "node:assert/strict";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { readText } from "@kubewright/transport";
import { test } from "vitest";
import type { Cluster } from "../kinds/testdata/cluster.ts";
import { mergePatch, startCluster } from "../kinds/testdata/cluster.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const widgets = "/apis/x.io/v1/namespaces/default/widgets";

interface Widget {
  readonly metadata: { readonly generation: number; readonly deletionTimestamp?: string };
  readonly spec: { readonly [field: string]: unknown };
  readonly status?: unknown;
}

function definition(schema: object, version: object = {}, spec: object = {}): object {
  const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", ...schema } } };
  return {
    metadata: { name: "widgets.x.io" },
    spec: {
      group: "x.io",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema }, ...version }],
      ...spec,
    },
  };
}

async function withWidgets(schema: object, version?: object): Promise<Cluster> {
  const cluster = startCluster();
  await cluster.sendOk("POST", definitions, definition(schema, version));
  return cluster;
}

test("a definition is established and served when the response to its create arrives", async () => {
  const cluster = startCluster();
  await cluster.sendOk("POST", definitions, definition({}));
  const created = await cluster.sendOk<CustomResourceDefinition>("GET", `${definitions}/widgets.x.io`);
  const conditions = created.status?.conditions?.map(({ type, status }) => `${type}=${status}`);

  assert.deepEqual(conditions, ["NamesAccepted=True", "Established=True"]);
  assert.deepEqual(created.status?.storedVersions, ["v1"]);
  assert.equal((await cluster.send("GET", widgets)).status, 200);
});

test("the objects of a deleted definition are deleted, and the definition waits for their finalizers", async () => {
  const cluster = await withWidgets({});
  await cluster.sendOk("POST", widgets, { apiVersion: "x.io/v1", kind: "Widget", metadata: { name: "plain" } });
  const metadata = { name: "held", finalizers: ["x.io/hold"] };
  await cluster.sendOk("POST", widgets, { apiVersion: "x.io/v1", kind: "Widget", metadata });
  await cluster.sendOk("DELETE", `${definitions}/widgets.x.io`);

  assert.equal((await cluster.send("GET", `${widgets}/plain`)).status, 404);
  const held = await cluster.sendOk<Widget>("GET", `${widgets}/held`);
  assert.notEqual(held.metadata.deletionTimestamp, undefined);
  const created = await cluster.send("POST", widgets, {
    apiVersion: "x.io/v1",
    kind: "Widget",
    metadata: { name: "new" },
  });
  assert.equal(
    created.message,
    'widgets.x.io "new" is forbidden: create not allowed while custom resource definition is terminating',
  );

  await cluster.sendOk("PATCH", `${widgets}/held`, { metadata: { finalizers: null } }, mergePatch);
  assert.equal((await cluster.send("GET", `${definitions}/widgets.x.io`)).status, 404);
  assert.deepEqual((await cluster.send("GET", widgets)).body, "404 page not found\n");
});

test("watches of a deleted definition receive the deletions of its objects, and end", async () => {
  const cluster = await withWidgets({});
  for (const metadata of [{ name: "plain" }, { name: "held", finalizers: ["x.io/hold"] }]) {
    await cluster.sendOk("POST", widgets, { apiVersion: "x.io/v1", kind: "Widget", metadata });
  }
  const response = await cluster.server.transport().request({ method: "GET", path: `${widgets}?watch=1` });
  const watched = readText(response);

  await cluster.sendOk("DELETE", `${definitions}/widgets.x.io`);
  await cluster.sendOk("PATCH", `${widgets}/held`, { metadata: { finalizers: null } }, mergePatch);

  const events = (await watched).trimEnd().split("\n");
  const shown = events.map((line) => JSON.parse(line) as { type: string; object: { metadata: { name: string } } });
  assert.deepEqual(
    shown.map(({ type, object }) => `${type} ${object.metadata.name}`),
    ["ADDED held", "ADDED plain", "MODIFIED held", "DELETED plain", "DELETED held"],
  );
  assert.equal((await cluster.send("GET", `${widgets}?watch=1`)).status, 404);
});

test("discovery lists the status of a custom resource before its scale", async () => {
  const subresources = { status: {}, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } };
  const openAPIV3Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const cluster = await withWidgets({}, { schema: { openAPIV3Schema }, subresources });
  const { resources } = await cluster.sendOk<{ resources: readonly { name: string }[] }>("GET", "/apis/x.io/v1");

  assert.deepEqual(
    resources.map(({ name }) => name),
    ["widgets", "widgets/status", "widgets/scale"],
  );
});

test("a definition with conflicting names is served once the names are free", async () => {
  const cluster = await withWidgets({});
  const names = { plural: "gadgets", kind: "Widget" };
  const other = { ...definition({}, {}, { names }), metadata: { name: "gadgets.x.io" } };
  await cluster.sendOk("POST", definitions, other);
  const gadgets = "/apis/x.io/v1/namespaces/default/gadgets";
  assert.equal((await cluster.send("GET", gadgets)).status, 404);

  await cluster.sendOk("DELETE", `${definitions}/widgets.x.io`);
  assert.equal((await cluster.send("GET", gadgets)).status, 200);
});

test("a definition gets a short name as soon as another definition releases it", async () => {
  const cluster = await withWidgets({});
  const short = (shortNames: readonly string[]): object => ({ spec: { names: { shortNames } } });
  await cluster.sendOk("PATCH", `${definitions}/widgets.x.io`, short(["w"]), mergePatch);
  const names = { plural: "gadgets", kind: "Gadget", shortNames: ["w"] };
  await cluster.sendOk("POST", definitions, { ...definition({}, {}, { names }), metadata: { name: "gadgets.x.io" } });
  const readNames = async (): Promise<unknown> => {
    const { status } = await cluster.sendOk<CustomResourceDefinition>("GET", `${definitions}/gadgets.x.io`);
    return status?.acceptedNames?.shortNames;
  };
  assert.equal(await readNames(), undefined);

  await cluster.sendOk("PATCH", `${definitions}/widgets.x.io`, short([]), mergePatch);

  assert.deepEqual(await readNames(), ["w"]);
});

test("a definition with another finalizer stays served, and allows creates again after its instances are deleted", async () => {
  const cluster = await withWidgets({});
  await cluster.sendOk("PATCH", `${definitions}/widgets.x.io`, { metadata: { finalizers: ["x.io/hold"] } }, mergePatch);
  await cluster.sendOk("POST", widgets, { apiVersion: "x.io/v1", kind: "Widget", metadata: { name: "old" } });

  await cluster.sendOk("DELETE", `${definitions}/widgets.x.io`);
  const created = await cluster.send("POST", widgets, {
    apiVersion: "x.io/v1",
    kind: "Widget",
    metadata: { name: "new" },
  });

  assert.equal((await cluster.send("GET", `${widgets}/old`)).status, 404);
  assert.equal(created.status, 201);
});

test("a deletion of many instances does not block the process: each turn deletes a bounded number", async () => {
  const cluster = startCluster();
  await cluster.sendOk("POST", definitions, definition({}));
  for (let n = 0; n < 600; n++) {
    await cluster.sendOk("POST", widgets, { apiVersion: "x.io/v1", kind: "Widget", metadata: { name: `w${n}` } });
  }
  const countLeft = async (): Promise<number> => (await cluster.table(widgets)).length;

  await cluster.sendOk("DELETE", `${definitions}/widgets.x.io`);
  const terminating = await cluster.sendOk<CustomResourceDefinition>("GET", `${definitions}/widgets.x.io`);
  assert.equal(
    terminating.status?.conditions?.find(({ type }) => type === "Terminating")?.reason,
    "InstanceDeletionInProgress",
  );
  assert.equal(await countLeft(), 344);
  await cluster.sendOk("DELETE", `${widgets}/w599`);
  assert.equal(await countLeft(), 343);

  await cluster.clock.advance(0);
  assert.equal((await cluster.send("GET", `${definitions}/widgets.x.io`)).status, 404);
});

test("a fork serves the definitions of its server, and later changes of that server do not affect it", async () => {
  const cluster = await withWidgets({});
  const fork = cluster.server.fork();
  await cluster.sendOk("DELETE", `${definitions}/widgets.x.io`);

  assert.equal((await fork.transport().request({ method: "GET", path: widgets })).status, 200);
});

test("objects that were written before the schema had a default are read with it", async () => {
  const cluster = await withWidgets({});
  await cluster.sendOk("POST", widgets, { apiVersion: "x.io/v1", kind: "Widget", metadata: { name: "w" }, spec: {} });
  const spec = { properties: { size: { type: "integer", default: 3 } } };
  const versions = (definition(spec) as { spec: { versions: unknown } }).spec.versions;
  await cluster.sendOk("PATCH", `${definitions}/widgets.x.io`, { spec: { versions } }, mergePatch);

  assert.deepEqual((await cluster.sendOk<Widget>("GET", `${widgets}/w`)).spec, { size: 3 });
});

test("each patch reads the object that the last one stored, decoded by the current definition", async () => {
  const properties = { a: { type: "string", maxLength: 3 }, list: { type: "array", items: { type: "string" } } };
  const cluster = await withWidgets({ properties });
  const metadata = { name: "w" };
  const spec = { a: "1", list: ["x"] };
  await cluster.sendOk("POST", widgets, { apiVersion: "x.io/v1", kind: "Widget", metadata, spec });

  await cluster.sendOk("PATCH", `${widgets}/w`, { spec: { a: "2" } }, mergePatch);
  const rejected = await cluster.send("PATCH", `${widgets}/w`, { spec: { a: "long", list: ["y"] } }, mergePatch);
  assert.equal(rejected.status, 422);
  const second = await cluster.sendOk<Widget>("PATCH", `${widgets}/w`, { spec: { a: "3" } }, mergePatch);
  assert.deepEqual(second.spec, { a: "3", list: ["x"] });

  const b = { type: "string", default: "set" };
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: {
      openAPIV3Schema: {
        type: "object",
        properties: { spec: { type: "object", properties: { a: properties.a, b } } },
      },
    },
  };
  await cluster.sendOk("PATCH", `${definitions}/widgets.x.io`, { spec: { versions: [version] } }, mergePatch);
  const third = await cluster.sendOk<Widget>("PATCH", `${widgets}/w`, { spec: { a: "4" } }, mergePatch);
  assert.deepEqual(third.spec, { a: "4", b: "set" });
});

test("status is a subresource, and only changes of the spec increase the generation", async () => {
  const status = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const openAPIV3Schema = {
    type: "object",
    properties: { spec: { type: "object", properties: { a: { type: "string" } } }, status },
  };
  const cluster = await withWidgets({}, { schema: { openAPIV3Schema }, subresources: { status: {} } });
  const body = { apiVersion: "x.io/v1", kind: "Widget", metadata: { name: "w" }, spec: { a: "b" }, status: { x: 1 } };
  assert.equal((await cluster.sendOk<Widget>("POST", widgets, body)).status, undefined);

  const ready = await cluster.sendOk<Widget>(
    "PATCH",
    `${widgets}/w/status`,
    { spec: { a: "c" }, status: { x: 2 } },
    mergePatch,
  );
  assert.deepEqual([ready.spec, ready.status, ready.metadata.generation], [{ a: "b" }, { x: 2 }, 1]);
  const changed = await cluster.sendOk<Widget>("PATCH", `${widgets}/w`, { spec: { a: "d" }, status: null }, mergePatch);
  assert.deepEqual([changed.status, changed.metadata.generation], [{ x: 2 }, 2]);
});

test("fields that the schema does not have are dropped with a warning, also those with special names", async () => {
  const cluster = await withWidgets({ properties: { a: { type: "string" } } });
  const body = `{"apiVersion":"x.io/v1","kind":"Widget","metadata":{"name":"w"},
    "spec":{"a":"b","c":1,"__proto__":{"polluted":true},"constructor":{}}}`;
  const { status, warnings } = await cluster.send("POST", widgets, body);

  assert.equal(status, 201);
  assert.deepEqual(warnings.toSorted(), [
    String.raw`unknown field \"spec.__proto__\"`,
    String.raw`unknown field \"spec.c\"`,
    String.raw`unknown field \"spec.constructor\"`,
  ]);
  assert.deepEqual((await cluster.sendOk<Widget>("GET", `${widgets}/w`)).spec, { a: "b" });
  assert.equal(Object.hasOwn(Object.prototype, "polluted"), false);
});

test.for([
  [
    "a rule that does not compile",
    definition({ "x-kubernetes-validations": [{ rule: "self.none" }] }),
    "compilation failed: ERROR: <input>:1:5: undefined field 'none'",
  ],
  ["no schema", definition({}, { schema: undefined }), "spec.versions[0].schema.openAPIV3Schema: Required value"],
  [
    "a field without a type",
    definition({ properties: { a: {} } }),
    "spec.validation.openAPIV3Schema.properties[spec].properties[a].type: Required value: must not be empty for specified object fields",
  ],
  [
    "a pattern that never ends",
    definition({ properties: { a: { type: "string", pattern: "(?=a)" } } }),
    "must be a valid regular expression",
  ],
] as const)("a definition with %s is rejected", async ([, body, problem]) => {
  const { status, message } = await startCluster().send("POST", definitions, body);

  assert.equal(status, 422);
  assert.ok(message.includes(problem), message);
});
