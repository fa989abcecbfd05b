// Watches: their events, order, start and end.
import { ConfigMap } from "@kubewright/api/core/v1";
import type { ObjectMeta, Stored } from "@kubewright/apimachinery";
import type { RawWatchEvent } from "@kubewright/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventsIn, sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { all, take } from "./take.ts";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

async function configMap(namespace: string, name: string, more: ObjectMeta = {}): Promise<Stored<ConfigMap>> {
  return await server.client.create(ConfigMap, {
    metadata: { namespace, name, ...more },
  });
}

async function changed(object: Stored<ConfigMap>, body: object): Promise<Stored<ConfigMap>> {
  return await server.client.patch(object, { type: "merge", body });
}

/** The current resourceVersion of the namespace's ConfigMaps. */
async function versionOf(namespace: string): Promise<string> {
  const [end] = await all(server.client.raw.listStream(ConfigMap, { namespace, labelSelector: "none=none" }));
  if (end?.kind !== "end") throw new Error("the list is not empty");
  return end.resourceVersion;
}

function objectOf({ bytes }: RawWatchEvent): Stored<ConfigMap> {
  return JSON.parse(new TextDecoder().decode(bytes)) as Stored<ConfigMap>;
}

test("a watch from a version sends every later change, in order, with the object of that version", async () => {
  const namespace = await server.createNamespace();
  const from = await versionOf(namespace);
  const a = await configMap(namespace, "a");
  const b = await configMap(namespace, "b");
  const second = await changed(a, { data: { v: "2" } });
  await server.client.delete(b);

  const events = await take(server.client.watch(ConfigMap, { namespace, resourceVersion: from }), 4);

  expect(events.map(({ type, object }) => [type, object.metadata.name])).toEqual([
    ["ADDED", "a"],
    ["ADDED", "b"],
    ["MODIFIED", "a"],
    ["DELETED", "b"],
  ]);
  expect(events[0]?.object).toEqual(a);
  expect(events[2]?.object).toEqual(second);
  const versions = events.map(({ object }) => Number(object.metadata.resourceVersion));
  expect(versions).toEqual(versions.toSorted((left, right) => left - right));
  expect(new Set(versions).size).toBe(4);
});

test("a watch without a version begins with the existing objects", async () => {
  const namespace = await server.createNamespace();
  await configMap(namespace, "b");
  await configMap(namespace, "a");

  const events = await take(server.client.watch(ConfigMap, { namespace }), 2);

  expect(events.map(({ type, object }) => `${type} ${object.metadata.name}`).toSorted()).toEqual([
    "ADDED a",
    "ADDED b",
  ]);
});

test("a watch resumes after the last received version", async () => {
  const namespace = await server.createNamespace();
  const from = await versionOf(namespace);
  const a = await configMap(namespace, "a");
  const [first] = await take(server.client.watch(ConfigMap, { namespace, resourceVersion: from }), 1);
  await changed(a, { data: { v: "2" } });

  const seen = first?.object.metadata.resourceVersion ?? "";
  const [next] = await take(server.client.watch(ConfigMap, { namespace, resourceVersion: seen }), 1);

  expect(next).toMatchObject({ type: "MODIFIED", object: { data: { v: "2" } } });
});

test("an open watch receives later changes", async () => {
  const namespace = await server.createNamespace();
  const opened = Promise.withResolvers<undefined>();
  const resourceVersion = await versionOf(namespace);
  const events = take(
    server.client.raw.watch(ConfigMap, { namespace, resourceVersion, onOpen: () => opened.resolve(undefined) }),
    1,
  );
  await opened.promise;

  const created = await configMap(namespace, "late");

  const [event] = await events;
  expect(event?.type).toBe("ADDED");
  expect(event && objectOf(event)).toEqual(created);
});

test("the delete of an object with finalizers is a modification, and the removal of the last finalizer is the deletion", async () => {
  const namespace = await server.createNamespace();
  const from = await versionOf(namespace);
  const held = await configMap(namespace, "held", { finalizers: ["example.com/hold"] });
  await server.client.delete(held);
  await changed(held, { metadata: { finalizers: null } });

  const events = await take(server.client.watch(ConfigMap, { namespace, resourceVersion: from }), 3);

  expect(events.map(({ type }) => type)).toEqual(["ADDED", "MODIFIED", "DELETED"]);
  expect(events[1]?.object.metadata.deletionTimestamp).toBeDefined();
});

test("a watch with a selector reports an object as added when it matches, and as deleted in its last matching state", async () => {
  const namespace = await server.createNamespace();
  const from = await versionOf(namespace);
  const object = await configMap(namespace, "a");
  const entered = await changed(object, { metadata: { labels: { app: "web" } } });
  const left = await changed(object, { metadata: { labels: { app: "db" } } });
  await changed(object, { data: { unseen: "yes" } });
  await changed(object, { metadata: { labels: { app: "web" } } });

  const options = { namespace, resourceVersion: from, labelSelector: "app=web" };
  const events = await take(server.client.watch(ConfigMap, options), 3);

  expect(events.map(({ type }) => type)).toEqual(["ADDED", "DELETED", "ADDED"]);
  expect(events[0]?.object).toEqual(entered);
  expect(events[1]?.object.metadata.labels).toEqual({ app: "web" });
  expect(events[1]?.object.metadata.resourceVersion).toBe(left.metadata.resourceVersion);
});

test("a watch of one name has events of this object only", async () => {
  const namespace = await server.createNamespace();
  const from = await versionOf(namespace);
  await configMap(namespace, "a");
  await configMap(namespace, "b");

  const options = { namespace, resourceVersion: from, fieldSelector: "metadata.name=b" };
  const [event] = await take(server.client.watch(ConfigMap, options), 1);

  expect(event?.object.metadata.name).toBe("b");
});

test("a streamed list ends with an annotated bookmark, and continues with changes", async () => {
  const namespace = await server.createNamespace();
  const a = await configMap(namespace, "a");
  const stream = server.client.raw.watch(ConfigMap, {
    namespace,
    sendInitialEvents: true,
    resourceVersionMatch: "NotOlderThan",
    allowWatchBookmarks: true,
  });
  const events = stream[Symbol.asyncIterator]();

  const initial = [await events.next(), await events.next()].map(({ value }) => value as RawWatchEvent);
  await changed(a, { data: { v: "2" } });
  const next = (await events.next()).value as RawWatchEvent;
  await events.return?.();

  expect(initial.map(({ type }) => type)).toEqual(["ADDED", "BOOKMARK"]);
  const bookmark = initial.map(objectOf).at(-1);
  expect(bookmark?.metadata.annotations).toEqual({ "k8s.io/initial-events-end": "true" });
  expect(Number(bookmark?.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(a.metadata.resourceVersion));
  expect(next.type).toBe("MODIFIED");
});

test("a watch ends by itself after timeoutSeconds", async () => {
  const namespace = await server.createNamespace();
  await configMap(namespace, "a");

  const events = await all(server.client.watch(ConfigMap, { namespace, timeoutSeconds: 1 }));

  expect(events.map(({ type }) => type)).toEqual(["ADDED"]);
});

test("a watch as tables has a row for each event, and columns with the first event only", async () => {
  const namespace = await server.createNamespace();
  const a = await configMap(namespace, "a");
  await changed(a, { data: { v: "2" } });
  const version = Number(a.metadata.resourceVersion) - 1;

  const { body } = await sendRequest(server.transport, {
    path: `/api/v1/namespaces/${namespace}/configmaps?watch=true&resourceVersion=${version}&timeoutSeconds=1`,
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });

  expect(eventsIn(body)).toMatchObject([
    {
      type: "ADDED",
      object: {
        kind: "Table",
        columnDefinitions: [{ name: "Name" }, { name: "Data" }, { name: "Age" }],
        rows: [{ cells: ["a", 0, expect.any(String)] }],
      },
    },
    {
      type: "MODIFIED",
      object: { kind: "Table", columnDefinitions: null, rows: [{ cells: ["a", 1, expect.any(String)] }] },
    },
  ]);
});

test("a metadata-only watch has metadata only", async () => {
  const namespace = await server.createNamespace();
  const a = await configMap(namespace, "a", { labels: { app: "web" } });
  await changed(a, { data: { v: "2" } });

  const [event] = await take(server.client.raw.watch(ConfigMap, { namespace, metadataOnly: true }), 1);

  const object = event && objectOf(event);
  expect(object).toMatchObject({ kind: "PartialObjectMetadata", metadata: { name: "a", labels: { app: "web" } } });
  expect(object?.data).toBeUndefined();
});

test("the history of a built-in kind begins with the first version of the server", async () => {
  const path = "/apis/node.k8s.io/v1/runtimeclasses?watch=1&resourceVersion=1&timeoutSeconds=1";

  const { status, body } = await sendRequest(server.transport, { path, asText: true });

  expect(status).toBe(200);
  expect(body).not.toContain('"type":"ERROR"');
});
