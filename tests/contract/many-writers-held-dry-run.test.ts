// Dry runs that a webhook holds while other writers write: a dry run of an update uses the object that it has read, and is not repeated.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { apply, hold, patch, post, put, remove, ruleFor, startWriters, tally } from "./writers.ts";
import type { WriteResponse, Writers } from "./writers.ts";

let server: ServerUnderTest;
let writers: Writers;
let host: WebhookHost;
let configMaps: string;
let path: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  const namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  path = `${configMaps}/many`;
  writers = await startWriters(server, "four HTTP/2 connections");
  host = await startWebhookHost(server, namespace);
  return async () => {
    await host[Symbol.asyncDispose]();
    await writers[Symbol.asyncDispose]();
  };
});

function dryRun(request: TestRequest): TestRequest {
  return { ...request, path: `${request.path}${request.path.includes("?") ? "&" : "?"}dryRun=All` };
}

function create(metadata: object = {}): Promise<WriteResponse> {
  return writers.send(post(configMaps, { metadata: { name: "many", ...metadata }, data: { first: "x" } }));
}

function change(): Promise<WriteResponse> {
  return writers.send(patch("merge", path, { data: { early: "x" } }));
}

interface HeldAnswer extends WriteResponse {
  /** How often the webhook was called for the dry run. */
  readonly dryCalls: number;
}

/** The response to a dry run that the webhook holds while another writer stores something. */
async function heldBy(
  operations: readonly string[],
  request: TestRequest,
  meanwhile: () => Promise<WriteResponse>,
): Promise<HeldAnswer> {
  await using _ = await host.configure("validating", [host.webhook("slow", ruleFor("", "configmaps", operations))]);
  const held = hold(host, "/slow");
  const late = writers.send(dryRun(request));
  await held.arrived;
  const { status } = await meanwhile();
  held.release();
  expect([200, 201]).toContain(status);
  const answer = await late;
  const dryCalls = host.callsOf("/slow").filter(({ review }) => review.request.dryRun).length;
  return { ...answer, dryCalls };
}

test.for(["merge", "strategic"] as const)(
  "a %s patch returns the object that it read with the change",
  async (type) => {
    await create();

    const { status, body, dryCalls } = await heldBy(["UPDATE"], patch(type, path, { data: { late: "x" } }), change);

    expect([status, body.data, dryCalls]).toEqual([200, { first: "x", late: "x" }, 1]);
    expect((await writers.send({ path })).body.data).toEqual({ first: "x", early: "x" });
  },
);

test("an apply returns the object that it read with the change", async () => {
  await create();
  const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "many" }, data: { late: "x" } };

  const { status, body, dryCalls } = await heldBy(["UPDATE"], apply("late", path, applied), change);

  expect([status, body.data, dryCalls]).toEqual([200, { first: "x", late: "x" }, 1]);
  expect((await writers.send({ path })).body.data).toEqual({ first: "x", early: "x" });
});

test("a PUT succeeds, with and without the version that it read", async () => {
  const { body: created } = await create();
  const { resourceVersion } = created.metadata;
  const replacing = (metadata: object): TestRequest =>
    put(path, { metadata: { name: "many", ...metadata }, data: { late: "x" } });

  const versioned = await heldBy(["UPDATE"], replacing({ resourceVersion }), change);
  const unversioned = await heldBy(["UPDATE"], replacing({}), change);
  const outdated = await writers.send(dryRun(replacing({ resourceVersion })));

  expect(tally([versioned, unversioned])).toEqual({ 200: 2 });
  expect([versioned.body.data, unversioned.body.data]).toEqual([{ late: "x" }, { late: "x" }]);
  expect(outdated.status).toBe(409);
  expect((await writers.send({ path })).body.data).toEqual({ first: "x", early: "x" });
});

test("a patch succeeds although the object is deleted meanwhile, and does not create it again", async () => {
  await create();

  const { status } = await heldBy(["UPDATE"], patch("merge", path, { data: { late: "x" } }), () =>
    writers.send(remove(path)),
  );

  expect(status).toBe(200);
  expect((await writers.send({ path })).status).toBe(404);
});

test("a POST conflicts with an object that is created meanwhile", async () => {
  const { status, body } = await heldBy(["CREATE"], post(configMaps, { metadata: { name: "many" } }), () => create());

  expect([status, body.message]).toEqual([409, 'configmaps "many" already exists']);
});

test("a delete succeeds although the object is changed meanwhile, and does not remove it", async () => {
  await create();

  const { status, dryCalls } = await heldBy(["DELETE"], remove(path), change);

  expect([status, dryCalls]).toEqual([200, 1]);
  expect((await writers.send({ path })).body.data).toEqual({ first: "x", early: "x" });
});

test("a delete with the version as precondition succeeds although the object is changed meanwhile", async () => {
  const { body } = await create();
  const { resourceVersion } = body.metadata;

  const { status, dryCalls } = await heldBy(
    ["DELETE"],
    remove(path, { dryRun: ["All"], preconditions: { resourceVersion } }),
    change,
  );

  expect([status, dryCalls]).toEqual([200, 1]);
  expect((await writers.send({ path })).status).toBe(200);
});

test("a delete of an object with finalizers returns the object that it read, and does not mark it", async () => {
  const { body: created } = await create({ finalizers: ["a.b/c"] });
  const { resourceVersion } = created.metadata;
  const options = { dryRun: ["All"], preconditions: { resourceVersion } };

  const { status, body, dryCalls } = await heldBy(["DELETE"], remove(path, options), change);

  expect([status, body.data, dryCalls]).toEqual([200, { first: "x" }, 1]);
  expect(body.metadata.deletionTimestamp).toBeDefined();
  const left = await writers.send({ path });
  expect([left.body.data, left.body.metadata.deletionTimestamp]).toEqual([{ first: "x", early: "x" }, undefined]);
});

test("an apply that creates returns the new object, although another writer creates one meanwhile", async () => {
  const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "many" }, data: { late: "x" } };

  const { status, body, dryCalls } = await heldBy(["CREATE", "UPDATE"], apply("late", path, applied), () => create());

  expect([status, body.data, dryCalls]).toEqual([201, { late: "x" }, 1]);
  expect((await writers.send({ path })).body.data).toEqual({ first: "x" });
});
