import assert from "node:assert/strict";
import { test } from "vitest";
import { createBusyClock } from "../testdata/busy-clock.ts";
import { startTestServer } from "../testdata/test-server.ts";

const configMapsPath = "/api/v1/namespaces/default/configmaps";
const podsPath = "/api/v1/namespaces/default/pods";
const merge = { "content-type": "application/merge-patch+json" };

test("a delete responds with a Status that names the object", async () => {
  const { send } = startTestServer();
  const { json: created } = await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { status, json: result } = await send("DELETE", `${configMapsPath}/a`);

  assert.equal(status, 200);
  assert.deepEqual(result, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name: "a", kind: "configmaps", uid: created.metadata.uid },
  });
  assert.equal((await send("GET", `${configMapsPath}/a`)).status, 404);
});

test("a delete of a collection pauses for other requests, and removes what was listed", async () => {
  const clock = createBusyClock();
  const { send } = startTestServer({ clock });
  for (let i = 0; i < 30; i++) await send("POST", configMapsPath, { metadata: { name: `a${i}` } });

  clock.readingMs = 1;
  const deleting = send("DELETE", configMapsPath);
  const created = await send("POST", configMapsPath, { metadata: { name: "later" } });
  const { status } = await deleting;

  assert.deepEqual([created.status, status], [201, 200]);
  assert.ok(clock.turns >= 3, `paused ${clock.turns} times`);
  const { json } = await send("GET", configMapsPath);
  assert.deepEqual(
    json.items?.map(({ metadata }) => metadata.name),
    ["later"],
  );
});

test("a deleted object with finalizers gets a deletionTimestamp and exists until its last finalizer is removed", async () => {
  const { send, server } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a", finalizers: ["x.io/a"] } });

  const first = await send("DELETE", `${configMapsPath}/a`);
  const second = await send("DELETE", `${configMapsPath}/a`);
  const created = await send("POST", configMapsPath, { metadata: { name: "a" } });
  const more = await send("PATCH", `${configMapsPath}/a`, { metadata: { finalizers: ["x.io/a", "x.io/b"] } }, merge);
  const last = await send("PATCH", `${configMapsPath}/a`, { metadata: { finalizers: null } }, merge);

  assert.equal(first.json.kind, "ConfigMap");
  assert.equal(first.json.metadata.deletionTimestamp, "2026-11-20T12:00:00Z");
  assert.equal(first.json.metadata.deletionGracePeriodSeconds, 0);
  assert.deepEqual(second.json, first.json);
  assert.equal(created.json.message, 'object is being deleted: configmaps "a" already exists');
  assert.match(
    more.json.message,
    /metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers \[\]string\{"x.io\/b"\}/,
  );
  assert.equal(last.status, 200);
  assert.equal(last.json.metadata.resourceVersion, first.json.metadata.resourceVersion);
  assert.equal((await send("GET", `${configMapsPath}/a`)).status, 404);
  assert.equal(server.engine.store.revision, 4);
});

test.for<[string, string[] | undefined]>([
  ["Background", undefined],
  ["Foreground", ["foregroundDeletion"]],
  ["Orphan", ["orphan"]],
])("the policy %s sets the finalizers %s for the garbage collector", async ([propagationPolicy, finalizers]) => {
  const { send } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { json: result } = await send("DELETE", `${configMapsPath}/a`, { propagationPolicy });

  assert.deepEqual(result.metadata.finalizers, finalizers);
});

test.for<[unknown, number, string]>([
  [
    { propagationPolicy: "Foo" },
    422,
    'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Foo": supported values: "Foreground", "Background", "Orphan", "nil"',
  ],
  [
    { propagationPolicy: "Orphan", orphanDependents: true },
    422,
    'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
  ],
  [{ preconditions: { uid: "nope" } }, 409, ""],
  [
    { preconditions: { resourceVersion: "1" } },
    409,
    'Operation cannot be fulfilled on ConfigMap "a": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (2). The object might have been modified',
  ],
])("a delete with %s is rejected", async ([options, code, message]) => {
  const { send } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { status, json: result } = await send("DELETE", `${configMapsPath}/a`, options);

  assert.equal(status, code);
  if (message !== "") assert.equal(result.message, message);
  else
    assert.match(
      result.message,
      /^Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition \(nope\) does not match the UID in record \(.*\)\. The object might have been deleted and then recreated$/,
    );
});

test("a graceful delete marks the object; a later delete can shorten the grace period but not lengthen it, and 0 removes the object", async () => {
  const { send, clock } = startTestServer();
  await send("POST", podsPath, { metadata: { name: "p" } });

  const first = await send("DELETE", `${podsPath}/p`);
  await clock.advance(5000);
  const longer = await send("DELETE", `${podsPath}/p`, { gracePeriodSeconds: 60 });
  const shorter = await send("DELETE", `${podsPath}/p`, { gracePeriodSeconds: 10 });
  const now = await send("DELETE", `${podsPath}/p?gracePeriodSeconds=0`);

  assert.deepEqual(
    [first, longer, shorter].map(({ json: { metadata } }) => [
      metadata.deletionTimestamp,
      metadata.deletionGracePeriodSeconds,
      metadata.generation,
    ]),
    [
      ["2026-11-20T12:00:30Z", 30, 2],
      ["2026-11-20T12:00:30Z", 30, 2],
      ["2026-11-20T12:00:10Z", 10, 2],
    ],
  );
  assert.deepEqual([now.status, now.json.kind], [200, "Pod"]);
  assert.equal((await send("GET", `${podsPath}/p`)).status, 404);
});

test("a delete of a collection deletes the selected objects and returns them", async () => {
  const { send } = startTestServer();
  for (const name of ["a", "b", "c"])
    await send("POST", configMapsPath, { metadata: { name, labels: { keep: String(name === "b") } } });

  const { status, json: result } = await send("DELETE", `${configMapsPath}?labelSelector=keep!=true`);

  assert.equal(status, 200);
  assert.deepEqual(
    [result.kind, result.items.map((item: { metadata: { name: string } }) => item.metadata.name)],
    ["ConfigMapList", ["a", "c"]],
  );
  assert.equal("deletionTimestamp" in result.items[0].metadata, false);
  assert.deepEqual((await send("GET", configMapsPath)).json.items.length, 1);
});

test("a dry run of a delete has the response of a delete and deletes nothing", async () => {
  const { send } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { json: result } = await send("DELETE", `${configMapsPath}/a?dryRun=All`);

  assert.equal(result.status, "Success");
  assert.equal((await send("GET", `${configMapsPath}/a`)).status, 200);
});
