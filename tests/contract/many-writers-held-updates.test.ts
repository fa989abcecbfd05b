// Updates that a webhook holds between the read and the write: the server repeats them on the object that other writers have stored meanwhile.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { apply, meetAt, newestOf, patch, post, startWriters, tally } from "./writers.ts";
import type { Writers } from "./writers.ts";

let server: ServerUnderTest;
let writers: Writers;
let host: WebhookHost;
let namespace: string;
let configMaps: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  writers = await startWriters(server, "four HTTP/2 connections");
  host = await startWebhookHost(server, namespace);
  return async () => {
    await host[Symbol.asyncDispose]();
    await writers[Symbol.asyncDispose]();
  };
});

test("patches that have all read the object before the first of them writes all succeed, and none is lost", async () => {
  await writers.send(post(configMaps, { metadata: { name: "many" }, data: { first: "x" } }));
  await using _mutating = await host.configure("mutating", [host.webhook("meet")]);
  meetAt(host, "/meet", 8);
  const path = `${configMaps}/many`;
  const applied = (key: string): object => ({ apiVersion: "v1", kind: "ConfigMap", data: { [key]: "x" } });

  const responses = await writers.together([
    patch("merge", path, { data: { k0: "x" } }),
    patch("merge", path, { data: { k1: "x" } }),
    patch("strategic", path, { data: { k2: "x" } }),
    patch("strategic", path, { data: { k3: "x" } }),
    patch("json", path, [{ op: "add", path: "/data/k4", value: "x" }]),
    patch("json", path, [{ op: "add", path: "/data/k5", value: "x" }]),
    apply("six", path, applied("k6")),
    apply("seven", path, applied("k7")),
  ]);

  expect(tally(responses)).toEqual({ 200: 8 });
  const { body } = await writers.send({ path });
  expect(Object.keys(body.data ?? {}).toSorted()).toEqual(["first", "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"]);
  // Each of the others has repeated its round at least once.
  expect(host.callsOf("/meet").length).toBeGreaterThanOrEqual(8 + 7);
});

test("a validating webhook between the read and the write receives the object that is stored", async () => {
  await writers.send(post(configMaps, { metadata: { name: "many" }, data: { first: "x" } }));
  await using _validating = await host.configure("validating", [host.webhook("meet")]);
  meetAt(host, "/meet", 6);
  const path = `${configMaps}/many`;

  const responses = await writers.together(
    ["a", "b", "c", "d", "e", "f"].map((key) => patch("merge", path, { data: { [key]: "x" } })),
  );

  expect(tally(responses)).toEqual({ 200: 6 });
  const reviewed = host.callsOf("/meet").map(({ review }) => JSON.stringify(review.request.object.data));
  for (const { body } of responses) expect(reviewed).toContain(JSON.stringify(body.data));
  expect(Object.keys(newestOf(responses).body.data ?? {}).toSorted()).toEqual(["a", "b", "c", "d", "e", "f", "first"]);
});
