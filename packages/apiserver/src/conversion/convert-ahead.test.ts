// A kind whose converter waits, as a conversion webhook does: every verb works in a version that is not stored.
import assert from "node:assert/strict";
import { test } from "vitest";
import { inRequestedVersion, toMatchedVersion } from "../admission/matching/object-versions.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import type { AdmissionPlugin } from "../registry/admission-plugin.ts";
import { runInSteps } from "../turns/time-slices.ts";
import type { AheadServer } from "../testdata/ahead-server.ts";
import { startAheadServer, v1, v2, widget } from "../testdata/ahead-server.ts";
import { openWatch } from "../testdata/open-watch.ts";

const mergePatch = { "content-type": "application/merge-patch+json" };
const jsonPatch = { "content-type": "application/json-patch+json" };
const apply = { "content-type": "application/apply-patch+yaml" };

async function specOf({ send }: AheadServer, path: string): Promise<unknown> {
  return (await send("GET", path)).json.spec;
}

test("an object that is created in one version is read in both", async () => {
  const server = startAheadServer();

  const created = await server.send("POST", v1, widget("w", "v1", { replicas: 3 }));

  assert.deepEqual([created.status, created.json.apiVersion, created.json.spec], [201, "x.io/v1", { replicas: 3 }]);
  assert.deepEqual(await specOf(server, `${v1}/w`), { replicas: 3 });
  assert.deepEqual(await specOf(server, `${v2}/w`), { size: 3 });
});

test("a create with the managed fields of another version converts the object to that version", async () => {
  const { send } = startAheadServer();
  const managedFields = [
    {
      manager: "m",
      operation: "Update",
      apiVersion: "x.io/v2",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": { "f:size": {} } },
    },
  ];

  const created = await send("POST", v1, widget("w", "v1", { replicas: 3 }, { managedFields }));

  assert.deepEqual([created.status, created.json.spec], [201, { replicas: 3 }]);
});

test("a list converts each object once, and the next list converts none", async () => {
  const { send, conversions } = startAheadServer();
  for (const name of ["a", "b", "c"]) await send("POST", v2, widget(name, "v2", { size: 1 }));

  const first = await send("GET", v1);
  const paged = await send("GET", `${v1}?limit=2`);

  assert.deepEqual(
    first.json.items.map(({ spec }) => spec),
    [{ replicas: 1 }, { replicas: 1 }, { replicas: 1 }],
  );
  assert.equal(paged.json.items.length, 2);
  assert.deepEqual(conversions, ["x.io/v1 a", "x.io/v1 b", "x.io/v1 c"]);
});

test("objects of the stored version are read without the converter", async () => {
  const server = startAheadServer();
  await server.send("POST", v2, widget("w", "v2", { size: 1 }));

  await server.send("GET", v2);
  await server.send("GET", `${v2}/w`);

  assert.deepEqual(server.conversions, []);
});

test("metadata and selectors are those of the requested version", async () => {
  const server = startAheadServer({ setsLabels: true });
  const { send } = server;
  await send("POST", v2, widget("w", "v2", { size: 1 }));
  const metadata = { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" };
  const metadataList = { accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" };
  const selector = "labelSelector=version%3Dv1";

  const read = await send("GET", `${v1}/w`, undefined, metadata);
  const listed = await send("GET", `${v1}?${selector}`, undefined, metadataList);
  const page = await send("GET", `${v1}?${selector}&limit=1`);
  const older = await send("GET", `${v2}?${selector}`);
  const watch = await openWatch(server, `${v1}?watch=1`, metadata);
  const initial = await watch.next();
  const deleted = await send("DELETE", `${v1}?${selector}`);

  assert.deepEqual(read.json.metadata.labels, { version: "v1" });
  for (const { json } of [listed, page, deleted])
    assert.deepEqual(
      json.items.map((item) => item.metadata.labels),
      [{ version: "v1" }],
    );
  assert.deepEqual(older.json.items, []);
  assert.deepEqual(initial?.object.metadata.labels, { version: "v1" });
});

test("an object and a list are shown as tables and in YAML", async () => {
  const { send } = startAheadServer();
  await send("POST", v2, widget("w", "v2", { size: 1 }));
  const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

  const responses = [
    await send("GET", `${v1}/w?includeObject=Object`, undefined, table),
    await send("GET", `${v1}?includeObject=Object`, undefined, table),
  ];
  const yaml = await send("GET", `${v1}/w`, undefined, { accept: "application/yaml" });

  for (const { json } of responses) assert.deepEqual(json.rows[0].object.spec, { replicas: 1 });
  assert.match(yaml.text, /spec:\n {2}replicas: 1\n/);
});

test("a PUT, each patch, an apply and a deletion in one version change the object in the other version", async () => {
  const server = startAheadServer();
  const { send } = server;
  await send("POST", v2, widget("w", "v2", { size: 1 }));
  const replaceReplicas = [{ op: "replace", path: "/spec/replicas", value: 4 }];

  const put = await send("PUT", `${v1}/w`, widget("w", "v1", { replicas: 2 }));
  const sizeAfterPut = await specOf(server, `${v2}/w`);
  const patched = await send("PATCH", `${v1}/w`, { spec: { replicas: 3 } }, mergePatch);
  const sizeAfterPatch = await specOf(server, `${v2}/w`);
  const replaced = await send("PATCH", `${v1}/w`, replaceReplicas, jsonPatch);
  const sizeAfterReplace = await specOf(server, `${v2}/w`);
  const applied = await send(
    "PATCH",
    `${v1}/w?fieldManager=test&force=true`,
    widget("w", "v1", { replicas: 5 }),
    apply,
  );
  const sizeAfterApply = await specOf(server, `${v2}/w`);
  const dryRun = await send("PUT", `${v1}/w?dryRun=All`, widget("w", "v1", { replicas: 6 }));
  const deleted = await send("DELETE", `${v1}/w`);

  assert.deepEqual([put.json.spec, sizeAfterPut], [{ replicas: 2 }, { size: 2 }]);
  assert.deepEqual([patched.json.spec, sizeAfterPatch], [{ replicas: 3 }, { size: 3 }]);
  assert.deepEqual([replaced.json.spec, sizeAfterReplace], [{ replicas: 4 }, { size: 4 }]);
  assert.deepEqual([applied.json.spec, sizeAfterApply], [{ replicas: 5 }, { size: 5 }]);
  assert.deepEqual(dryRun.json.spec, { replicas: 6 });
  assert.deepEqual([deleted.status, (await send("GET", `${v2}/w`)).status], [200, 404]);
});

test("an apply creates an object, and an unchanged PUT stores nothing", async () => {
  const { send } = startAheadServer();

  const applied = await send("PATCH", `${v1}/w?fieldManager=test`, widget("w", "v1", { replicas: 1 }), apply);
  const unchanged = await send("PUT", `${v1}/w`, applied.json);

  assert.deepEqual([applied.status, applied.json.spec], [201, { replicas: 1 }]);
  assert.equal(unchanged.json.metadata.resourceVersion, applied.json.metadata.resourceVersion);
});

test("the status is read and written in the version that is not stored", async () => {
  const { send } = startAheadServer();
  await send("POST", v2, widget("w", "v2", { size: 1 }));
  const ready = { ...widget("w", "v1", { replicas: 9 }), status: { phase: "Ready" } };

  const put = await send("PUT", `${v1}/w/status`, ready);
  const patched = await send("PATCH", `${v1}/w/status`, { status: { phase: "Done" } }, mergePatch);
  const read = await send("GET", `${v1}/w/status`);

  assert.deepEqual([put.json.spec, put.json.status], [{ replicas: 1 }, { phase: "Ready" }]);
  assert.deepEqual([patched.json.spec, patched.json.status], [{ replicas: 1 }, { phase: "Done" }]);
  assert.deepEqual([read.json.spec, read.json.status], [{ replicas: 1 }, { phase: "Done" }]);
});

test("a scale is read, replaced, patched and dry-run in the version that is not stored", async () => {
  const server = startAheadServer();
  const { send } = server;
  await send("POST", v2, widget("w", "v2", { size: 1 }));
  const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "w" }, spec: { replicas: 2 } };

  const read = await send("GET", `${v1}/w/scale`);
  const put = await send("PUT", `${v1}/w/scale`, scale);
  const sizeAfterPut = await specOf(server, `${v2}/w`);
  const patched = await send("PATCH", `${v1}/w/scale`, { spec: { replicas: 3 } }, mergePatch);
  const sizeAfterPatch = await specOf(server, `${v2}/w`);
  const dryRun = await send("PATCH", `${v1}/w/scale?dryRun=All`, { spec: { replicas: 4 } }, mergePatch);

  assert.deepEqual(read.json.spec, { replicas: 1 });
  assert.deepEqual([put.json.spec, sizeAfterPut], [{ replicas: 2 }, { size: 2 }]);
  assert.deepEqual([patched.json.spec, sizeAfterPatch], [{ replicas: 3 }, { size: 3 }]);
  assert.deepEqual([dryRun.json.spec, await specOf(server, `${v2}/w`)], [{ replicas: 4 }, { size: 3 }]);
});

test("a delete that leaves the object to its finalizers, and the update that removes it, return it in the requested version", async () => {
  const { send } = startAheadServer();
  await send("POST", v2, widget("w", "v2", { size: 1 }, { finalizers: ["x.io/f"] }));

  const dryRun = await send("DELETE", `${v1}/w?dryRun=All`);
  const marked = await send("DELETE", `${v1}/w`);
  const removed = await send("PATCH", `${v1}/w`, { metadata: { finalizers: null } }, mergePatch);

  assert.deepEqual([dryRun.json.apiVersion, dryRun.json.spec], ["x.io/v1", { replicas: 1 }]);
  assert.deepEqual([marked.json.apiVersion, marked.json.spec], ["x.io/v1", { replicas: 1 }]);
  assert.deepEqual([removed.json.apiVersion, removed.json.spec], ["x.io/v1", { replicas: 1 }]);
  assert.equal((await send("GET", `${v2}/w`)).status, 404);
});

test("a deletion of a collection returns the objects in the requested version", async () => {
  const { send, conversions } = startAheadServer();
  for (const name of ["a", "b"]) await send("POST", v2, widget(name, "v2", { size: 1 }));

  const deleted = await send("DELETE", v1);

  assert.deepEqual(
    deleted.json.items.map(({ spec }) => spec),
    [{ replicas: 1 }, { replicas: 1 }],
  );
  assert.deepEqual(conversions, ["x.io/v1 a", "x.io/v1 b", "x.io/v1 a", "x.io/v1 b"]); // Each delete converts its object again.
  assert.equal((await send("GET", v2)).json.items.length, 0);
});

test("admission receives the object in the version that it matches, and its change is stored", async () => {
  const shown: unknown[] = [];
  const matched = { resource: { group: "x.io", version: "v2", resource: "widgets" } };
  const plugin: AdmissionPlugin = {
    name: "Test",
    async mutate(attributes, context) {
      const { registry } = context;
      const shownAs = (each: ReadonlyObject): ApiObject | Promise<ApiObject> =>
        runInSteps(() => toMatchedVersion(each, attributes, matched, registry), context);
      const { object, oldObject } = attributes;
      if (object === undefined) return;
      const sent = await shownAs(object);
      shown.push(oldObject && (await shownAs(oldObject))["spec"], sent["spec"]);
      const next = { ...sent, spec: { size: 7 } };
      const returned = await runInSteps(() => inRequestedVersion(next, attributes, matched, registry), context);
      Object.assign(object, returned);
    },
  };
  const server = startAheadServer({ admission: [plugin] });

  await server.send("POST", v1, widget("w", "v1", { replicas: 1 }));
  const put = await server.send("PUT", `${v1}/w`, widget("w", "v1", { replicas: 2 }));

  assert.deepEqual(shown, [undefined, { size: 1 }, { size: 7 }, { size: 2 }]);
  assert.deepEqual([put.json.spec, await specOf(server, `${v2}/w`)], [{ replicas: 7 }, { size: 7 }]);
});
