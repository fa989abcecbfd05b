// Writers that wait for a converter while others write, and converters that fail: a failure ends only the requests that need the conversion, and stores
// nothing.
import assert from "node:assert/strict";
import { test } from "vitest";
import type { ServedResource } from "../contracts/strategy.ts";
import { startAheadServer, v1, v2, widget, widgetsWith } from "../testdata/ahead-server.ts";
import { startTestServer } from "../testdata/test-server.ts";

const mergePatch = { "content-type": "application/merge-patch+json" };
const apply = { "content-type": "application/apply-patch+yaml" };
const widgetResource = { group: "x.io", resource: "widgets" };

test("a patch that waits for its converter keeps concurrent changes through another version", async () => {
  const { send, hold } = startAheadServer();
  await send("POST", v2, widget("w", "v2", { size: 1 }));
  const { begun, release } = hold();

  const waiting = send("PATCH", `${v1}/w`, { spec: { color: "red" } }, mergePatch);
  await begun;
  const other = await send("PATCH", `${v2}/w`, { spec: { size: 5 } }, mergePatch);
  release();
  const patched = await waiting;

  assert.equal(other.status, 200);
  assert.deepEqual([patched.status, patched.json.spec], [200, { color: "red", replicas: 5 }]);
  assert.deepEqual((await send("GET", `${v2}/w`)).json.spec, { color: "red", size: 5 });
});

test("a PUT that waits for its converter conflicts if its resourceVersion is replaced meanwhile", async () => {
  const { send, hold } = startAheadServer();
  const created = await send("POST", v2, widget("w", "v2", { size: 1 }));
  const { resourceVersion } = created.json.metadata;
  const { begun, release } = hold();

  const waiting = send("PUT", `${v1}/w`, widget("w", "v1", { replicas: 2 }, { resourceVersion }));
  await begun;
  await send("PATCH", `${v2}/w`, { spec: { size: 5 } }, mergePatch);
  release();
  const put = await waiting;

  assert.deepEqual([put.status, put.json.reason], [409, "Conflict"]);
  assert.deepEqual((await send("GET", `${v2}/w`)).json.spec, { size: 5 });
});

test("one of two concurrent creates through two versions gets AlreadyExists", async () => {
  const { send, hold } = startAheadServer();
  const { begun, release } = hold();

  const waiting = send("POST", v1, widget("w", "v1", { replicas: 1 }));
  await begun;
  const other = await send("POST", v2, widget("w", "v2", { size: 2 }));
  release();
  const created = await waiting;

  assert.deepEqual([other.status, created.status, created.json.reason], [201, 409, "AlreadyExists"]);
  assert.deepEqual((await send("GET", `${v1}/w`)).json.spec, { replicas: 2 });
});

test("a patch that waits for its converter returns 404 if the object is deleted meanwhile", async () => {
  const { send, hold } = startAheadServer();
  await send("POST", v2, widget("w", "v2", { size: 1 }));
  const { begun, release } = hold();

  const waiting = send("PATCH", `${v1}/w`, { spec: { replicas: 2 } }, mergePatch);
  await begun;
  await send("DELETE", `${v2}/w`);
  release();

  assert.equal((await waiting).status, 404);
});

test("concurrent increments of a counter through two versions are all applied", async () => {
  const { send } = startAheadServer();
  await send("POST", v2, widget("w", "v2", { size: 0 }, { annotations: {} }));
  const write = (path: string, key: string) =>
    send("PATCH", `${path}/w`, { metadata: { annotations: { [key]: "1" } } }, mergePatch);
  const keys = Array.from({ length: 12 }, (_, index) => `k${index}`);

  const responses = await Promise.all(keys.map((key, index) => write(index % 2 === 0 ? v1 : v2, key)));

  assert.ok(responses.every(({ status }) => status === 200));
  const { json } = await send("GET", `${v2}/w`);
  assert.deepEqual(
    Object.keys((json.metadata as unknown as { annotations: object }).annotations).toSorted(),
    keys.toSorted(),
  );
});

test("each of a hundred concurrent updates converts its objects once", async () => {
  const { send, conversions } = startAheadServer();
  const names = Array.from({ length: 100 }, (_, index) => `w${index}`);
  await Promise.all(names.map((name) => send("POST", v2, widget(name, "v2", { size: 1 }))));

  await Promise.all(names.map((name) => send("PATCH", `${v1}/${name}`, { spec: { replicas: 2 } }, mergePatch)));

  const alone = startAheadServer();
  await alone.send("POST", v2, widget("w0", "v2", { size: 1 }));
  await alone.send("PATCH", `${v1}/w0`, { spec: { replicas: 2 } }, mergePatch);
  assert.equal(conversions.length, alone.conversions.length * 100);
});

test("a list and a read of the cache at the same time share the conversion of an object, and a get converts it again", async () => {
  const { send, conversions } = startAheadServer();
  await send("POST", v2, widget("w", "v2", { size: 1 }));

  const responses = await Promise.all([send("GET", v1), send("GET", `${v1}/w?resourceVersion=0`), send("GET", v1)]);
  const shared = [...conversions];
  await send("GET", `${v1}/w`);

  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.deepEqual([shared, conversions], [["x.io/v1 w"], ["x.io/v1 w", "x.io/v1 w"]]);
});

test("an object that cannot be converted fails only the lists that contain it", async () => {
  const { send, hold, failing } = startAheadServer();
  for (const name of ["bad", "good"]) await send("POST", v2, widget(name, "v2", { size: 1 }));
  failing.add("bad");
  const { begun, release } = hold();

  const list = send("GET", v1);
  await begun;
  const good = send("GET", `${v1}/good`);
  release();

  const failed = await list;
  assert.deepEqual([failed.status, failed.json.message], [500, "Internal error occurred: cannot convert bad"]);
  assert.deepEqual((await good).json.spec, { replicas: 1 });
});

test.each([
  { name: "get", send: ["GET", `${v1}/w`] },
  { name: "get of the scale", send: ["GET", `${v1}/w/scale`] },
  { name: "list", send: ["GET", v1] },
  { name: "create", send: ["POST", v1, widget("new", "v1", { replicas: 1 })] },
  { name: "update", send: ["PUT", `${v1}/w`, widget("w", "v1", { replicas: 2 })] },
  {
    name: "update of the status",
    send: ["PUT", `${v1}/w/status`, { ...widget("w", "v1", {}), status: { phase: "Done" } }],
  },
  { name: "patch", send: ["PATCH", `${v1}/w`, { spec: { replicas: 2 } }, mergePatch] },
  { name: "patch of the scale", send: ["PATCH", `${v1}/w/scale`, { spec: { replicas: 2 } }, mergePatch] },
  { name: "apply", send: ["PATCH", `${v1}/w?fieldManager=test&force=true`, widget("w", "v1", { replicas: 2 }), apply] },
  {
    name: "get of the metadata",
    send: ["GET", `${v1}/w`, undefined, { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" }],
  },
  { name: "delete", send: ["DELETE", `${v1}/w`] },
  { name: "deletion of a collection", send: ["DELETE", v1] },
] as const)(
  "a failing converter fails the $name that needs it, and nothing is stored",
  async ({ send: [method, path, body, headers] }) => {
    const { server, send, failing } = startAheadServer();
    await send("POST", v2, widget("w", "v2", { size: 1 }));
    await send("POST", v2, widget("other", "v2", { size: 1 }));
    const revision = server.engine.store.revision;
    failing.add("w").add("new");

    const failed = send(method, path, body, headers);
    const other = send("GET", `${v1}/other`);

    assert.equal((await failed).status, 500);
    assert.match((await failed).json.message, /^Internal error occurred: cannot convert (w|new)$/);
    assert.deepEqual((await other).json.spec, { replicas: 1 });
    assert.equal(server.engine.store.revision, revision);
  },
);

test.each([
  { name: "update", method: "PUT", path: `${v1}/w`, afterMs: 34_000 },
  { name: "get", method: "GET", path: `${v1}/w`, afterMs: 60_000 },
  { name: "deletion of a collection", method: "DELETE", path: v1, afterMs: 60_000 },
])(
  "a converter that does not return ends the $name at its deadline, and nothing is stored later",
  async ({ method, path, afterMs }) => {
    const { server, send, hold, clock } = startAheadServer();
    await send("POST", v2, widget("w", "v2", { size: 1 }));
    const { begun, release } = hold();

    const waiting = send(method, path, method === "PUT" ? widget("w", "v1", { replicas: 2 }) : undefined);
    await begun;
    await clock.advance(afterMs);
    const response = await waiting;
    release();
    await clock.advance(0);

    assert.deepEqual([response.status, response.json.reason], [504, "Timeout"]);
    assert.equal(server.engine.store.revision, 2);
  },
);

test("a request works once the converter works again", async () => {
  const { send, failing } = startAheadServer();
  await send("POST", v2, widget("w", "v2", { size: 1 }));
  failing.add("w");
  const failed = await send("GET", `${v1}/w`);
  failing.clear();

  assert.equal(failed.status, 500);
  assert.deepEqual((await send("GET", `${v1}/w`)).json.spec, { replicas: 1 });
});

test("an update continues if the object cannot be converted to the version of another manager, and removes all managers", async () => {
  const { send, failing } = startAheadServer();
  await send("PATCH", `${v1}/w?fieldManager=test`, widget("w", "v1", { replicas: 1 }), apply);
  failing.add("w");

  const patched = await send("PATCH", `${v2}/w`, { spec: { size: 2 } }, mergePatch);
  const applied = await send("PATCH", `${v2}/w?fieldManager=other`, widget("w", "v2", { size: 3 }), apply);

  assert.deepEqual([patched.status, patched.json.spec], [200, { size: 2 }]);
  assert.equal(Object.hasOwn(patched.json.metadata, "managedFields"), false);
  assert.equal(applied.status, 409);
});

test("an apply fails if the object cannot be converted to the version of another manager", async () => {
  const { send, failing } = startAheadServer();
  await send("PATCH", `${v1}/w?fieldManager=test`, widget("w", "v1", { replicas: 1 }), apply);
  failing.add("w");

  const applied = await send("PATCH", `${v2}/w?fieldManager=other&force=true`, widget("w", "v2", { size: 3 }), apply);

  assert.deepEqual([applied.status, applied.json.message], [500, "Internal error occurred: cannot convert w"]);
});

test("the server itself deletes an object that is stored in an earlier version without the converter", async () => {
  const earlier = startTestServer({
    kinds: [{ ...widgetsWith(neverConverts), storage: { key: "widgets.x.io", apiVersion: "x.io/v1", kind: "Widget" } }],
  });
  await earlier.send("POST", v1, widget("w", "v1", { replicas: 1 }, { finalizers: ["x.io/f"] }));
  const { server, send, conversions } = startAheadServer({ store: earlier.server.engine.store });

  const deleted = server.engine.context.write.delete(widgetResource, { namespace: "default", name: "w" });

  const read = await send("GET", `${v1}/w`);
  assert.deepEqual([deleted, read.json.spec], [true, { replicas: 1 }]);
  assert.notEqual(read.json.metadata.deletionTimestamp, undefined);
  assert.deepEqual(conversions, []);
});

test("a list that has begun keeps its conversions if the definition changes meanwhile", async () => {
  const { server, send, transport } = startAheadServer();
  const padding = "x".repeat(200 * 1024);
  for (const name of ["a", "b", "c"]) await send("POST", v2, widget(name, "v2", { size: 1, padding }));
  const { body } = await transport.request({ method: "GET", path: v1 });

  server.engine.registry.add(widgetsWith(keepsFields));
  const changed = await send("GET", v1);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);

  const listed = JSON.parse(Buffer.concat(chunks).toString()) as {
    items: { spec: { replicas?: number; size?: number } }[];
  };
  assert.deepEqual(
    listed.items.map(({ spec }) => spec.replicas),
    [1, 1, 1],
  );
  assert.deepEqual(
    changed.json.items.map(({ spec }) => (spec as { size?: number }).size),
    [1, 1, 1],
  );
});

const neverConverts = { type: "ahead", convert: () => Promise.reject(new Error("must not be called")) } as const;
const keepsFields = {
  type: "ahead",
  convert: (object, apiVersion) => Promise.resolve({ ...object, apiVersion }),
} satisfies ServedResource["strategy"]["converter"];
