// Deletes that a webhook holds, and writers whose object is deleted while a webhook holds them: preconditions and finalizers are checked when the write
// takes place.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { hold, patch, post, put, remove, startWriters, tally } from "./writers.ts";
import type { WriteResponse, Writers } from "./writers.ts";

let server: ServerUnderTest;
let writers: Writers;
let host: WebhookHost;
let namespace: string;
let configMaps: string;
let path: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  path = `${configMaps}/gone`;
  writers = await startWriters(server, "four HTTP/2 connections");
  host = await startWebhookHost(server, namespace);
  return async () => {
    await host[Symbol.asyncDispose]();
    await writers[Symbol.asyncDispose]();
  };
});

function create(metadata: object = {}): Promise<WriteResponse> {
  return writers.send(post(configMaps, { metadata: { name: "gone", ...metadata }, data: { first: "x" } }));
}

function slow(...operations: readonly string[]): object {
  const rule = { operations, apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };
  return host.webhook("slow", { rules: [rule] });
}

function operations(): readonly string[] {
  return host.callsOf("/slow").map(({ review }) => review.request.operation);
}

test.for(["merge", "strategic"] as const)(
  "a %s patch does not find an object that is deleted meanwhile",
  async (type) => {
    await create();
    await using _ = await host.configure("mutating", [slow("UPDATE")]);
    const held = hold(host, "/slow");

    const late = writers.send(patch(type, path, { data: { late: "x" } }));
    await held.arrived;
    const deleted = await writers.send(remove(path));
    held.release();

    expect(deleted.status).toBe(200);
    const { status, body } = await late;
    expect([status, body.message]).toEqual([404, 'configmaps "gone" not found']);
  },
);

test("a PUT of an object that is deleted meanwhile gets 404, with and without a version", async () => {
  const { body } = await create();
  const { resourceVersion } = body.metadata;
  await using _ = await host.configure("mutating", [slow("UPDATE")]);
  const held = hold(host, "/slow", 2);

  const late = writers.together([
    put(path, { metadata: { name: "gone" } }),
    put(path, { metadata: { name: "gone", resourceVersion } }),
  ]);
  await held.arrived;
  await writers.send(remove(path));
  held.release();

  expect(tally(await late)).toEqual({ 404: 2 });
});

test("a patch changes an object that was deleted and created again meanwhile", async () => {
  const first = await create();
  await using _ = await host.configure("mutating", [slow("UPDATE")]);
  const held = hold(host, "/slow");

  const late = writers.send(patch("merge", path, { data: { late: "x" } }));
  await held.arrived;
  await writers.send(remove(path));
  const second = await create();
  held.release();

  const { status, body } = await late;
  expect(status).toBe(200);
  expect(second.body.metadata.uid).not.toBe(first.body.metadata.uid);
  expect(body.metadata.uid).toBe(second.body.metadata.uid);
  expect(body.data).toEqual({ first: "x", late: "x" });
});

test("a patch with the uid or the version of the deleted object is rejected", async () => {
  const { body: first } = await create();
  const { uid, resourceVersion } = first.metadata;
  await using _ = await host.configure("mutating", [slow("UPDATE")]);
  const held = hold(host, "/slow", 3);

  const late = writers.together([
    patch("merge", path, { metadata: { uid }, data: { late: "x" } }),
    patch("merge", path, { metadata: { resourceVersion }, data: { late: "x" } }),
    put(path, { metadata: { name: "gone", uid } }),
  ]);
  await held.arrived;
  await writers.send(remove(path));
  const { body: second } = await create();
  held.release();

  const [named, versioned, replaced] = await late;
  expect([named?.status, versioned?.status, replaced?.status]).toEqual([422, 409, 409]);
  expect(named?.body.message).toBe(
    `ConfigMap "gone" is invalid: metadata.uid: Invalid value: "${uid}": field is immutable`,
  );
  expect(versioned?.body.message).toBe(
    'Operation cannot be fulfilled on configmaps "gone": the object has been modified; please apply your changes to the latest version and try again',
  );
  expect(replaced?.body.message).toContain(
    `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${second.metadata.uid}`,
  );
});

test("a delete removes an object that another writer has changed meanwhile, and its webhook is called again", async () => {
  await create();
  await using _ = await host.configure("validating", [slow("DELETE")]);
  const held = hold(host, "/slow");

  const late = writers.send(remove(path));
  await held.arrived;
  const patched = await writers.send(patch("merge", path, { data: { second: "x" } }));
  held.release();

  expect(patched.status).toBe(200);
  const { status } = await late;
  expect(status).toBe(200);
  expect((await writers.send({ path })).status).toBe(404);
  expect(host.callsOf("/slow").map(({ review }) => review.request.oldObject.data)).toEqual([
    { first: "x" },
    { first: "x", second: "x" },
  ]);
});

test("a delete removes an object that was deleted and created again meanwhile, unless it has the uid as precondition", async () => {
  const { body: first } = await create();
  await using _ = await host.configure("validating", [slow("DELETE")]);
  const held = hold(host, "/slow");

  const late = writers.send(remove(path, { preconditions: { uid: first.metadata.uid } }));
  await held.arrived;
  await writers.send(remove(path));
  const { body: second } = await create();
  held.release();
  const named = await late;
  const again = hold(host, "/slow");
  const unnamed = writers.send(remove(path));
  await again.arrived;
  await writers.send(remove(path));
  const { body: third } = await create();
  again.release();

  expect(named.status).toBe(409);
  expect(named.body.message).toContain(
    `Precondition failed: UID in precondition: ${first.metadata.uid}, UID in object meta: ${second.metadata.uid}`,
  );
  expect((await unnamed).status).toBe(200);
  expect(third.metadata.uid).not.toBe(second.metadata.uid);
  expect((await writers.send({ path })).status).toBe(404);
});

test("a delete with the version as precondition is rejected if another writer has changed the object meanwhile", async () => {
  const { body } = await create();
  const { resourceVersion } = body.metadata;
  await using _ = await host.configure("validating", [slow("DELETE")]);
  const held = hold(host, "/slow");

  const late = writers.send(remove(path, { preconditions: { resourceVersion } }));
  await held.arrived;
  const { body: patched } = await writers.send(patch("merge", path, { data: { second: "x" } }));
  held.release();

  const response = await late;
  expect(response.status).toBe(409);
  expect(response.body.message).toContain(
    `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${patched.metadata.resourceVersion}`,
  );
});

test("a delete of an object with finalizers marks the state that other writers have stored meanwhile", async () => {
  await create({ finalizers: ["a.b/c"] });
  await using _ = await host.configure("validating", [slow("DELETE")]);
  const held = hold(host, "/slow");

  const late = writers.send(remove(path));
  await held.arrived;
  await writers.send(patch("strategic", path, { metadata: { finalizers: ["a.b/d"] }, data: { second: "x" } }));
  held.release();

  const { status, body } = await late;
  expect(status).toBe(200);
  expect(body.metadata.deletionTimestamp).toBeDefined();
  expect(body.metadata.finalizers).toEqual(["a.b/d", "a.b/c"]);
  expect(body.data).toEqual({ first: "x", second: "x" });
  expect(operations()).toEqual(["DELETE", "DELETE"]);
});

test("a delete removes the object if its finalizers were removed meanwhile", async () => {
  await create({ finalizers: ["a.b/c"] });
  await using _ = await host.configure("validating", [slow("DELETE")]);
  const held = hold(host, "/slow");

  const late = writers.send(remove(path));
  await held.arrived;
  await writers.send(patch("merge", path, { metadata: { finalizers: null } }));
  held.release();

  expect((await late).status).toBe(200);
  expect((await writers.send({ path })).status).toBe(404);
});

test("a finalizer that is added while a delete is held keeps the object, or is removed with it", async () => {
  await create();
  await using _ = await host.configure("validating", [slow("DELETE")]);
  const held = hold(host, "/slow");

  const late = writers.send(remove(path));
  await held.arrived;
  const added = await writers.send(patch("merge", path, { metadata: { finalizers: ["a.b/c"] } }));
  held.release();

  expect([added.status, (await late).status]).toEqual([200, 200]);
  // kube-apiserver reads the finalizers once, before it calls webhooks, and so removes the object here.
  const left = await writers.send({ path });
  const outcome = left.status === 404 ? "removed" : typeof left.body.metadata.deletionTimestamp;
  expect(["removed", "string"]).toContain(outcome);
});

test("a held writer that removes the last finalizer removes an object that was deleted meanwhile", async () => {
  await create({ finalizers: ["a.b/c"] });
  await using _ = await host.configure("mutating", [slow("UPDATE")]);
  const held = hold(host, "/slow");

  const late = writers.send(patch("merge", path, { metadata: { finalizers: null } }));
  await held.arrived;
  const deleted = await writers.send(remove(path));
  held.release();

  expect(deleted.body.metadata.deletionTimestamp).toBeDefined();
  const { status, body } = await late;
  expect(status).toBe(200);
  expect(body.metadata.deletionTimestamp).toBe(deleted.body.metadata.deletionTimestamp);
  expect((await writers.send({ path })).status).toBe(404);
});

test("a held writer that adds a finalizer is rejected if the object was deleted meanwhile", async () => {
  await create({ finalizers: ["a.b/c"] });
  await using _ = await host.configure("mutating", [slow("UPDATE")]);
  const held = hold(host, "/slow");

  const late = writers.send(patch("merge", path, { metadata: { finalizers: ["a.b/c", "a.b/d"] } }));
  await held.arrived;
  await writers.send(remove(path));
  held.release();

  const { status, body } = await late;
  expect(status).toBe(422);
  expect(body.message).toBe(
    'ConfigMap "gone" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a.b/d"}',
  );
});
