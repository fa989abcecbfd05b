// Metadata alone, and objects without generated types, through the client, the builder and the cache, on both servers.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { ownerReferenceTo, unstructuredType } from "@kubewright/apimachinery";
import { createSystemClock, spawn } from "@kubewright/async";
import { eventually } from "@kubewright/envtest";
import { controllerManagedBy, createManager } from "@kubewright/runtime";
import type { ClusterCacheOptions, Manager } from "@kubewright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { useServer } from "./server-suite.ts";
import { take } from "./take.ts";
import { widgetCrd } from "./widget-crd.ts";

const group = "unstructured.example.dev";
const suite = useServer({ crds: [widgetCrd(group)] });
const Widget = unstructuredType({ group, version: "v1", kind: "Widget", plural: "widgets", namespaced: true });

interface Running {
  readonly manager: Manager;
  /** "GET /api/v1/…", with "metadata" behind requests for metadata alone. */
  readonly requests: string[];
  start(): void;
}

/** A manager of the namespace of the test. */
function createOperator(cache: ClusterCacheOptions = {}): Running {
  const { transport, random } = suite.server;
  const requests: string[] = [];
  const manager = createManager({
    transport: {
      ...transport,
      request(request) {
        const isMetadata = request.headers?.["accept"]?.includes("as=PartialObjectMetadata") ?? false;
        const [path = ""] = request.path.split("?");
        requests.push([request.method, path, ...(isMetadata ? ["metadata"] : [])].join(" "));
        return transport.request(request);
      },
      async [Symbol.asyncDispose]() {},
    },
    clock: createSystemClock(),
    random,
    cache: { defaultNamespaces: [suite.namespace], ...cache },
  });
  return {
    manager,
    requests,
    start() {
      const running = spawn((signal) => manager.start({ signal }), {
        name: "manager",
        onError(error) {
          throw error;
        },
      });
      onTestFinished(() => running[Symbol.asyncDispose]());
    },
  };
}

test("a metadata-only controller reads metadata from the cache, its own writes included, and whole objects from the server", async () => {
  const { server, namespace } = suite;
  const { manager, requests, start } = createOperator();
  const seen: object[] = [];
  controllerManagedBy(manager)
    .for(ConfigMap, { metadataOnly: true })
    .complete(async ({ key, client }) => {
      if (key.name !== "parent") return;
      const before = requests.length;
      const metadata = await client.get(ConfigMap, key, { metadataOnly: true });
      const listed = await Array.fromAsync(
        client.list(ConfigMap, { namespace, labelSelector: "app=web", metadataOnly: true }),
      );
      const fromCache = requests.slice(before);
      const whole = await client.get(ConfigMap, key);
      const fromServer = requests.slice(before);
      await client.patch(ConfigMap, key, { type: "merge", body: { metadata: { labels: { own: "write" } } } });
      const written = await client.get(ConfigMap, key, { metadataOnly: true });
      seen.push({
        fields: Object.keys(metadata ?? {}),
        listed: listed.map((object) => [object.metadata.name, Object.keys(object)]),
        fromCache,
        data: whole?.data,
        fromServer,
        own: written?.metadata.labels?.["own"],
      });
    });
  const key = { namespace, name: "parent" };
  await server.client.create(ConfigMap, { metadata: { ...key, labels: { app: "web" } }, data: { size: "large" } });

  start();
  await eventually(() => expect(seen.length).toBeGreaterThan(0), server);

  expect(seen[0]).toEqual({
    fields: ["apiVersion", "kind", "metadata"],
    listed: [["parent", ["apiVersion", "kind", "metadata"]]],
    fromCache: [],
    data: { size: "large" },
    fromServer: [`GET /api/v1/namespaces/${namespace}/configmaps/parent`],
    own: "write",
  });
  const collection = `GET /api/v1/namespaces/${namespace}/configmaps`;
  expect(requests.filter((request) => request.startsWith(`${collection} `) || request === collection)).toEqual([
    `${collection} metadata`,
    `${collection} metadata`,
  ]);
});

test("a kind owned as metadata only enqueues the owner when a child disappears", async () => {
  const { server, namespace } = suite;
  const { manager, start } = createOperator();
  controllerManagedBy(manager)
    .for(ConfigMap)
    .owns(Secret, { metadataOnly: true })
    .complete(async ({ key, client }) => {
      const owner = await client.get(ConfigMap, key);
      if (owner?.metadata.labels?.["child"] === undefined) return;
      const child = await client.get(Secret, key, { metadataOnly: true });
      if (child) return;
      await client.create(Secret, { metadata: { ...key, ownerReferences: [ownerReferenceTo(owner)] } });
    });
  const key = { namespace, name: "parent" };
  await server.client.create(ConfigMap, { metadata: { ...key, labels: { child: "true" } } });
  start();
  const first = await eventually(async () => {
    const child = await server.client.get(Secret, key);
    if (!child) throw new Error("no child yet");
    return child.metadata.uid;
  }, server);

  await server.client.delete(Secret, key);

  await eventually(async () => {
    const again = await server.client.get(Secret, key);
    expect(again?.metadata.uid).toBeDefined();
    expect(again?.metadata.uid).not.toBe(first);
  }, server);
});

test("metadata is read from the informer of whole objects if it exists", async () => {
  const { server, namespace } = suite;
  const { manager, requests, start } = createOperator();
  await server.client.create(Secret, { metadata: { namespace, name: "a" }, stringData: { token: "t" } });
  start();
  await manager.client.get(Secret, { namespace, name: "a" });
  const before = requests.length;

  const one = await manager.client.get(Secret, { namespace, name: "a" }, { metadataOnly: true });
  const all = await Array.fromAsync(manager.client.list(Secret, { namespace, metadataOnly: true }));

  expect([one, ...all].map((object) => Object.keys(object ?? {}))).toEqual([
    ["apiVersion", "kind", "metadata"],
    ["apiVersion", "kind", "metadata"],
  ]);
  expect(requests.slice(before)).toEqual([]);
});

test("a kind without generated types works with get, list, watch, the builder and the cache", async () => {
  const { server, namespace } = suite;
  const { client } = server;
  const { manager, requests, start } = createOperator();
  const key = { namespace, name: "a" };
  controllerManagedBy(manager)
    .for(Widget)
    .complete(async ({ key: request, client: cached }) => {
      const found = await cached.get(Widget, request);
      if (found && found["status"] === undefined) {
        await cached.patchStatus(found, { seen: JSON.stringify(found["spec"]) });
      }
    });
  start();

  const created = await client.create(Widget, { metadata: key, spec: { colour: "red", sizes: [1, 2] } });
  const [event] = await take(client.watch(Widget, { namespace }), 1);
  const listed = await Array.fromAsync(client.list(Widget, { namespace }));
  await eventually(async () => {
    const found = await client.get(Widget, key);
    expect(found?.["status"]).toEqual({ seen: '{"colour":"red","sizes":[1,2]}' });
  }, server);

  expect(created["spec"]).toEqual({ colour: "red", sizes: [1, 2] });
  expect([event?.type, event?.object["spec"]]).toEqual(["ADDED", { colour: "red", sizes: [1, 2] }]);
  expect(listed.map((object) => object.metadata.name)).toEqual(["a"]);
  expect(requests.filter((request) => request === `GET /apis/${group}/v1/namespaces/${namespace}/widgets/a`)).toEqual(
    [],
  );
});

test("a kind whose name is known only at run time is found by discovery", async () => {
  const { server, namespace } = suite;
  const resource = await server.client.mapper.resourceFor({ group, version: "v1", kind: "Widget" });
  if (!resource) throw new Error("the kind is not installed");
  const type = unstructuredType(resource);

  await server.client.create(type, { metadata: { namespace, name: "found" }, spec: { size: 3 } });
  const found = await server.client.get(type, { namespace, name: "found" });

  expect([resource.plural, resource.namespaced, found?.["spec"]]).toEqual(["widgets", true, { size: 3 }]);
});

test("an object of a bounded kind is read from the server once per version, while two writers update it", async () => {
  const { server, namespace } = suite;
  const { manager, requests, start } = createOperator({ boundedFor: [{ type: Secret, maxBytes: 100_000 }] });
  const key = { namespace, name: "bounded" };
  await server.client.create(Secret, { metadata: key, stringData: { count: "0" } });
  start();
  await manager.waitForSync();
  const increment = async (writer: string): Promise<void> => {
    const field = { data: { [writer]: btoa(writer) } };
    await server.client.patch(Secret, key, { type: "merge", body: field });
  };

  await manager.client.get(Secret, key);
  await Promise.all([increment("one"), increment("two")]);
  const latest = await eventually(async () => {
    const found = await manager.client.get(Secret, key);
    expect(found?.data).toMatchObject({ one: btoa("one"), two: btoa("two") });
    return found;
  }, server);
  // The watch may report the version after the read of it.
  await eventually(async () => {
    const before = requests.length;
    expect(await manager.client.get(Secret, key)).toEqual(latest);
    expect(requests.slice(before)).toEqual([]);
  }, server);
});
