// Writers in a namespace whose deletion begins: a create succeeds or is rejected because the namespace is being terminated. Creates that are sent
// after the response to the delete are rejected.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookHost } from "./webhook-host.ts";
import { apply, hold, messagesOf, patch, post, put, remove, startWriters, tally, ways } from "./writers.ts";
import type { Writers } from "./writers.ts";

const numbers = Array.from({ length: 10 }, (_, index) => index);

let server: ServerUnderTest;
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
});

function terminated(name: string): string {
  return `configmaps "${name}" is forbidden: unable to create new content in namespace ${namespace} because it is being terminated`;
}

describe.for(ways)("over %s", (way) => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  test("creates during the deletion of their namespace succeed or are rejected, and later ones are rejected", async () => {
    const path = `/api/v1/namespaces/${namespace}`;
    const creates = numbers.map((n) => post(configMaps, { metadata: { name: `c${n}` } }));

    const responses = await writers.together([...creates.slice(0, 5), remove(path), ...creates.slice(5)]);
    const later = await writers.together([
      post(configMaps, { metadata: { name: "later" } }),
      apply("later", `${configMaps}/later`, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "later" } }),
    ]);

    expect(responses[5]?.status).toBe(200);
    for (const { status } of responses) expect([200, 201, 403]).toContain(status);
    expect(tally(later)).toEqual({ 403: 2 });
    expect(messagesOf(later, 403)).toEqual([terminated("later")]);
    const { body } = await writers.send({ path: configMaps });
    expect(body).toHaveProperty("items.length", responses.filter(({ status }) => status === 201).length);
  });

  test("objects of a namespace that is being deleted can be changed and removed", async () => {
    await writers.together(numbers.map((n) => post(configMaps, { metadata: { name: `c${n}` } })));

    const responses = await writers.together([
      remove(`/api/v1/namespaces/${namespace}`),
      ...numbers.slice(0, 5).map((n) => patch("merge", `${configMaps}/c${n}`, { data: { a: "x" } })),
      ...numbers.slice(5).map((n) => remove(`${configMaps}/c${n}`)),
    ]);

    expect(tally(responses)).toEqual({ 200: 11 });
  });

  test("deletes of one namespace all succeed, and mark it once", async () => {
    const responses = await writers.together(numbers.map(() => remove(`/api/v1/namespaces/${namespace}`)));

    expect(tally(responses)).toEqual({ 200: 10 });
    expect(new Set(responses.map(({ body }) => body.metadata.deletionTimestamp)).size).toBe(1);
    for (const { body } of responses) expect(body.status).toMatchObject({ phase: "Terminating" });
  });

  test("each of several writers that finalize a namespace succeeds or gets 404", async () => {
    const path = `/api/v1/namespaces/${namespace}`;
    await writers.send(remove(path));
    const body = { metadata: { name: namespace }, spec: { finalizers: [] } };

    const responses = await writers.together(numbers.map(() => put(`${path}/finalize`, body)));

    for (const { status } of responses) expect([200, 404]).toContain(status);
    expect(tally(responses)[200]).toBeGreaterThanOrEqual(1);
    expect((await writers.send({ path })).status).toBe(404);
  });
});

test("a create that has passed the check of its namespace, and is held by a webhook, succeeds although deletion has begun", async () => {
  await using writers = await startWriters(server, "four HTTP/2 connections");
  await using host = await startWebhookHost(server, namespace);
  await using _ = await host.configure("mutating", [host.webhook("slow")]);
  const held = hold(host, "/slow");

  const late = writers.send(post(configMaps, { metadata: { name: "late" } }));
  await held.arrived;
  const deleted = await writers.send(remove(`/api/v1/namespaces/${namespace}`));
  held.release();

  expect(deleted.status).toBe(200);
  expect((await late).status).toBe(201);
  const later = await writers.send(post(configMaps, { metadata: { name: "later" } }));
  expect([later.status, later.body.message]).toEqual([403, terminated("later")]);
});
