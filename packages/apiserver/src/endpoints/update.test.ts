import assert from "node:assert/strict";
import { test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";

const configMapsPath = "/api/v1/namespaces/default/configmaps";
const widgetsPath = "/apis/x.io/v1/namespaces/default/widgets";
const merge = { "content-type": "application/merge-patch+json" };

test("an update with an old resourceVersion conflicts, one without a resourceVersion overwrites, and one without changes stores nothing", async () => {
  const { send, server } = startTestServer();
  const { json: created } = await send("POST", configMapsPath, { metadata: { name: "a" }, data: { k: "1" } });

  const forced = await send("PUT", `${configMapsPath}/a`, { metadata: { name: "a" }, data: { k: "2" } });
  const stale = await send("PUT", `${configMapsPath}/a`, { ...created, data: { k: "3" } });
  const same = await send("PUT", `${configMapsPath}/a`, forced.json);

  assert.equal(forced.json.metadata.resourceVersion, "3");
  assert.equal(forced.json.metadata.uid, created.metadata.uid);
  assert.equal(stale.status, 409);
  assert.equal(
    stale.json.message,
    'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
  );
  assert.deepEqual(same.json, forced.json);
  assert.equal(server.engine.store.revision, 3);
});

test("an update without a resourceVersion is rejected for a kind that requires it", async () => {
  const { send } = startTestServer();
  await send("POST", widgetsPath, { apiVersion: "x.io/v1", kind: "Widget", metadata: { name: "w" } });

  const { status, json: result } = await send("PUT", `${widgetsPath}/w`, {
    apiVersion: "x.io/v1",
    kind: "Widget",
    metadata: { name: "w" },
  });

  assert.equal(status, 422);
  assert.equal(
    result.message,
    'widgets.x.io "w" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
  );
});

test.for<[string, string, unknown, number, string]>([
  [
    "of another name",
    "PUT",
    { metadata: { name: "b" } },
    400,
    "the name of the object (b) does not match the name on the URL (a)",
  ],
  [
    "without a name",
    "PUT",
    { metadata: {} },
    400,
    "the name of the object (a based on URL) was undeterminable: name must be provided",
  ],
  [
    "of another uid",
    "PATCH",
    { metadata: { uid: "x" } },
    422,
    'ConfigMap "a" is invalid: metadata.uid: Invalid value: "x": field is immutable',
  ],
  [
    "that sets deletionTimestamp",
    "PATCH",
    { metadata: { deletionTimestamp: "2026-11-20T12:00:00Z" } },
    422,
    'ConfigMap "a" is invalid: metadata.deletionTimestamp: Invalid value: "2026-11-20T12:00:00Z": field is immutable',
  ],
])("an update %s is rejected", async ([, method, body, code, message]) => {
  const { send } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { status, json: result } = await send(method, `${configMapsPath}/a`, body, method === "PATCH" ? merge : {});

  assert.equal(status, code);
  assert.equal(result.message, message);
});

test("a PUT with another uid conflicts", async () => {
  const { send } = startTestServer();
  const { json: created } = await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { status, json: result } = await send("PUT", `${configMapsPath}/a`, { metadata: { name: "a", uid: "u" } });

  assert.equal(status, 409);
  assert.equal(
    result.message,
    'Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ' +
      `ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: u, UID in object meta: ${created.metadata.uid}`,
  );
});

test("an update keeps the system metadata that its body omits", async () => {
  const { send } = startTestServer();
  const { json: created } = await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { json: patched } = await send(
    "PATCH",
    `${configMapsPath}/a`,
    { metadata: { uid: null, creationTimestamp: null, labels: { a: "b" } } },
    merge,
  );

  assert.equal(patched.metadata.uid, created.metadata.uid);
  assert.equal(patched.metadata.creationTimestamp, created.metadata.creationTimestamp);
  assert.deepEqual(patched.metadata.labels, { a: "b" });
});

test("an update or patch of an object that does not exist gets 404", async () => {
  const { send } = startTestServer();

  const put = await send("PUT", `${configMapsPath}/a`, { metadata: { name: "a" } });
  const patch = await send("PATCH", `${configMapsPath}/a`, {}, merge);

  assert.equal(put.json.message, 'configmaps "a" not found');
  assert.equal(patch.status, 404);
});

test("generation counts the changes of the desired state; the status changes only through its subresource", async () => {
  const { send } = startTestServer();
  const widget = {
    apiVersion: "x.io/v1",
    kind: "Widget",
    metadata: { name: "w", generation: 7 },
    spec: { a: 1 },
    status: { s: 1 },
  };

  const created = await send("POST", widgetsPath, widget);
  const labelled = await send(
    "PATCH",
    `${widgetsPath}/w`,
    { metadata: { labels: { a: "b" } }, status: { s: 2 } },
    merge,
  );
  const changed = await send("PATCH", `${widgetsPath}/w`, { spec: { a: 2 } }, merge);
  const status = await send("PATCH", `${widgetsPath}/w/status`, { spec: { a: 3 }, status: { s: 4 } }, merge);

  assert.deepEqual([created.json.metadata.generation, "status" in created.json], [1, false]);
  assert.deepEqual([labelled.json.metadata.generation, "status" in labelled.json], [1, false]);
  assert.equal(changed.json.metadata.generation, 2);
  assert.deepEqual([status.json.metadata.generation, status.json.spec, status.json.status], [2, { a: 2 }, { s: 4 }]);
});

test("a view is computed from its parent and written into it", async () => {
  const { send } = startTestServer();
  await send("POST", widgetsPath, {
    apiVersion: "x.io/v1",
    kind: "Widget",
    metadata: { name: "w" },
    spec: { replicas: 2 },
  });

  const scale = await send("GET", `${widgetsPath}/w/scale`);
  const patched = await send("PATCH", `${widgetsPath}/w/scale`, { spec: { replicas: 5 } }, merge);
  const stale = await send("PUT", `${widgetsPath}/w/scale`, scale.json);

  assert.deepEqual([scale.json.kind, scale.json.spec], ["Scale", { replicas: 2 }]);
  assert.deepEqual(patched.json.spec, { replicas: 5 });
  assert.equal((await send("GET", `${widgetsPath}/w`)).json.spec.replicas, 5);
  assert.equal(stale.status, 409);
});

test("an admission plugin changes the stored object or rejects the request; a concurrent write repeats the update", async () => {
  let isRacing = true;
  const { send } = startTestServer({
    admission: [
      {
        name: "Test",
        mutate({ object, operation }) {
          if (object !== undefined && operation === "CREATE") object.metadata.labels = { mutated: "yes" };
        },
        async validate({ operation, name }) {
          if (operation !== "UPDATE" || name !== "a" || !isRacing) return;
          isRacing = false;
          await send("PATCH", `${configMapsPath}/a`, { data: { racer: "1" } }, merge);
        },
      },
    ],
  });
  const created = await send("POST", configMapsPath, { metadata: { name: "a" } });

  const patched = await send("PATCH", `${configMapsPath}/a`, { data: { mine: "2" } }, merge);

  assert.deepEqual(created.json.metadata.labels, { mutated: "yes" });
  assert.deepEqual(patched.json.data, { racer: "1", mine: "2" });
});
