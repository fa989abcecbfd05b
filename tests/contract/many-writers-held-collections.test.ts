// Deletes of a collection with slow webhooks, and concurrent writers: the listed objects are removed, and no others.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { hold, patch, post, remove, ruleFor, startWriters, tally } from "./writers.ts";
import type { Writers } from "./writers.ts";

let server: ServerUnderTest;
let writers: Writers;
let host: WebhookHost;
let configMaps: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  const namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  writers = await startWriters(server, "four HTTP/2 connections");
  host = await startWebhookHost(server, namespace);
  return async () => {
    await host[Symbol.asyncDispose]();
    await writers[Symbol.asyncDispose]();
  };
});

/** Objects of these tests have a label: a real server creates a ConfigMap in each namespace. */
const selected = "?labelSelector=batch%3Dmany";

function configMap(name: string, metadata: object = {}): object {
  return { metadata: { name, labels: { batch: "many" }, ...metadata }, data: { first: "x" } };
}

async function create(...names: readonly string[]): Promise<void> {
  const responses = await writers.together(names.map((name) => post(configMaps, configMap(name))));
  expect(tally(responses)).toEqual({ 201: names.length });
}

async function namesLeft(): Promise<readonly string[]> {
  const { body } = await writers.send({ path: `${configMaps}${selected}` });
  const { items } = body as unknown as { readonly items: readonly { readonly metadata: { readonly name: string } }[] };
  return items.map(({ metadata }) => metadata.name).toSorted();
}

function slow(): object {
  return host.webhook("slow", ruleFor("", "configmaps", ["DELETE"]));
}

test("a held delete of a collection removes objects that are patched meanwhile, and leaves those that are created", async () => {
  await create("a", "b", "c");
  await using _ = await host.configure("validating", [slow()]);
  const held = hold(host, "/slow");

  const late = writers.send(remove(`${configMaps}${selected}`));
  await held.arrived;
  const early = await writers.together([
    patch("merge", `${configMaps}/a`, { data: { second: "x" } }),
    patch("merge", `${configMaps}/c`, { data: { second: "x" } }),
    post(configMaps, configMap("d")),
  ]);
  held.release();

  const { status } = await late;
  expect([status, early[2]?.status]).toEqual([200, 201]);
  expect(await namesLeft()).toEqual(["d"]);
});

test("a held delete of a collection skips objects that are deleted meanwhile", async () => {
  await create("a", "b", "c");
  await using _ = await host.configure("validating", [slow()]);
  const held = hold(host, "/slow");

  const late = writers.send(remove(`${configMaps}${selected}`));
  await held.arrived;
  await writers.together(["a", "b", "c"].map((name) => remove(`${configMaps}/${name}`)));
  held.release();

  expect((await late).status).toBe(200);
  expect(await namesLeft()).toEqual([]);
});

test("a held delete of a collection marks an object that gets a finalizer before its delete", async () => {
  await create("a", "b");
  await using _ = await host.configure("validating", [slow()]);
  const held = hold(host, "/slow");

  const late = writers.send(remove(`${configMaps}${selected}`));
  await held.arrived;
  await writers.send(patch("merge", `${configMaps}/b`, { metadata: { finalizers: ["a.b/c"] } }));
  held.release();

  expect((await late).status).toBe(200);
  expect(await namesLeft()).toEqual(["b"]);
  const { body } = await writers.send({ path: `${configMaps}/b` });
  expect(body.metadata.deletionTimestamp).toBeDefined();
});

test("a held delete of a collection removes an object that is deleted and created again before its delete", async () => {
  await create("a", "b");
  await using _ = await host.configure("validating", [slow()]);
  const held = hold(host, "/slow");

  const late = writers.send(remove(`${configMaps}${selected}`));
  await held.arrived;
  await writers.send(remove(`${configMaps}/b`));
  await create("b");
  held.release();

  expect((await late).status).toBe(200);
  expect(await namesLeft()).toEqual([]);
});

test("two held deletes of one collection both succeed, and each patch succeeds or gets 404", async () => {
  await create("a", "b", "c");
  await using _ = await host.configure("validating", [slow()]);
  const held = hold(host, "/slow", 2);

  const late = writers.together([remove(`${configMaps}${selected}`), remove(`${configMaps}${selected}`)]);
  await held.arrived;
  const patches = writers.together(
    ["a", "b", "c"].map((name) => patch("merge", `${configMaps}/${name}`, { data: { second: "x" } })),
  );
  held.release();

  expect(tally(await late)).toEqual({ 200: 2 });
  for (const { status } of await patches) expect([200, 404]).toContain(status);
  expect(await namesLeft()).toEqual([]);
});
