import assert from "node:assert/strict";
import { createSeededRandom, createSystemClock, createVirtualClock } from "@kubewright/async";
import { createSocketTransport, readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { test } from "vitest";
import type { ApiServer, ApiServerOptions } from "./api-server.ts";
import { createApiServer } from "./api-server.ts";
import type { Shown } from "./testdata/test-server.ts";
import type { WatchedEvent } from "./testdata/open-watch.ts";
import { shown } from "./testdata/test-server.ts";

const configMapsPath = "/api/v1/namespaces/default/configmaps";

async function send(transport: Transport, method: string, path: string, body?: unknown): Promise<Shown> {
  const response = await transport.request({
    method,
    path,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return shown(await readText(response));
}

/** The events in the first part of the response to a watch. */
async function firstEvents(transport: Transport, path: string): Promise<readonly WatchedEvent[]> {
  const { body } = await transport.request({ method: "GET", path });
  const part = await body[Symbol.asyncIterator]().next();
  if (part.done === true) return [];
  const lines = new TextDecoder().decode(part.value).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as WatchedEvent);
}

function startRepeatable(options: ApiServerOptions = {}): ApiServer {
  const clock = createVirtualClock({ startTime: Date.parse("2026-11-20T12:00:00Z") });
  return createApiServer({ clock, random: createSeededRandom(7), ...options });
}

test("a new server has the initial namespaces", async () => {
  await using server = startRepeatable();

  const { items } = await send(server.transport(), "GET", "/api/v1/namespaces");

  assert.deepEqual(
    items.map(({ metadata }) => metadata.name),
    ["default", "kube-node-lease", "kube-public", "kube-system"],
  );
});

test("a watch of a built-in kind on a new server begins with its first version, that of a kind that is added later does not", async () => {
  await using server = startRepeatable();
  const spec = {
    group: "x.io",
    scope: "Cluster",
    names: { plural: "rocks", kind: "Rock" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  };
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await send(server.transport(), "POST", definitions, { metadata: { name: "rocks.x.io" }, spec });

  const ofNamespaces = await firstEvents(server.transport(), "/api/v1/namespaces?watch=1&resourceVersion=1");
  const ofRocks = await firstEvents(server.transport(), "/apis/x.io/v1/rocks?watch=1&resourceVersion=1");

  assert.deepEqual(ofNamespaces.map(({ type, object }) => `${type} ${object.metadata.name}`).toSorted(), [
    "ADDED default",
    "ADDED kube-node-lease",
    "ADDED kube-public",
    "ADDED kube-system",
  ]);
  assert.deepEqual(
    ofRocks.map(({ type, object }) => [type, object.code]),
    [["ERROR", 410]],
  );
});

test("a listener that opens while the server is disposed is closed", async () => {
  const server = createApiServer();

  const listening = server.listen();
  await server[Symbol.asyncDispose]();

  await assert.rejects(listening, { name: "StoppedError" });
});

test("two servers with the same seed and clock return byte-equal responses", async () => {
  await using first = startRepeatable();
  await using second = startRepeatable();

  const bodies = [first, second].map(async (server) => {
    const transport = server.transport();
    await send(transport, "POST", configMapsPath, { metadata: { generateName: "a-" } });
    return readText(await transport.request({ method: "GET", path: "/api/v1/configmaps" }));
  });

  const [one, other] = await Promise.all(bodies);
  assert.equal(one, other);
});

test("a request in process is answered in microtasks, before the next task of the event loop", async () => {
  await using server = startRepeatable();
  const transport = server.transport();
  let turned = false;
  const turn = createSystemClock()
    .nextTurn()
    .then(() => (turned = true));

  for (let i = 0; i < 20; i++) await send(transport, "POST", configMapsPath, { metadata: { name: `c-${i}` } });
  const watch = await transport.request({ method: "GET", path: `${configMapsPath}?watch=1` });
  await watch.body[Symbol.asyncIterator]().next();

  assert.equal(turned, false);
  await turn;
});

test("a fork has all objects of its origin; neither sees what the other writes", async () => {
  await using origin = startRepeatable();
  await send(origin.transport(), "POST", configMapsPath, { metadata: { name: "before" } });

  await using fork = origin.fork();
  await send(fork.transport(), "POST", configMapsPath, { metadata: { name: "mine" } });
  await send(origin.transport(), "POST", configMapsPath, { metadata: { name: "yours" } });

  const names = async (server: ApiServer): Promise<string[]> =>
    (await send(server.transport(), "GET", configMapsPath)).items.map(({ metadata }) => metadata.name);
  assert.deepEqual(await names(fork), ["before", "mine"]);
  assert.deepEqual(await names(origin), ["before", "yours"]);
  assert.equal(fork.revision, origin.revision);
});

test("a transport authenticates as the user it was created for", async () => {
  await using server = startRepeatable();

  const status = await send(server.transport({ name: "ann", groups: [] }), "GET", "/api/v1/secrets");

  assert.equal(
    status.message,
    'secrets is forbidden: User "ann" cannot list resource "secrets" in API group "" at the cluster scope',
  );
});

test("only health and version are served to anonymous users", async () => {
  await using server = startRepeatable();
  const nobody = server.transport({ name: "system:anonymous", groups: ["system:unauthenticated"] });

  const statuses = await Promise.all(
    ["/healthz", "/livez", "/readyz", "/version", "/api", "/metrics", "/openapi/v3"].map(
      async (path) => (await nobody.request({ method: "GET", path })).status,
    ),
  );

  assert.deepEqual(statuses, [200, 200, 200, 200, 403, 403, 403]);
});

test("a strategic merge patch joins lists by their keys", async () => {
  await using server = startRepeatable();
  const transport = server.transport();
  const path = "/apis/apps/v1/namespaces/default/deployments";
  const labels = { app: "d" };
  const template = {
    metadata: { labels },
    spec: {
      containers: [
        { name: "a", image: "a:1" },
        { name: "b", image: "b:1" },
      ],
    },
  };
  await send(transport, "POST", path, {
    metadata: { name: "d" },
    spec: { selector: { matchLabels: labels }, template },
  });

  const response = await transport.request({
    method: "PATCH",
    path: `${path}/d`,
    headers: { "content-type": "application/strategic-merge-patch+json" },
    body: JSON.stringify({ spec: { template: { spec: { containers: [{ name: "b", image: "b:2" }] } } } }),
  });

  const text = await readText(response);
  assert.equal(response.status, 200, text);
  assert.deepEqual(text.match(/"image":"[^"]*"/g), ['"image":"a:1"', '"image":"b:2"']);
});

test("an apply creates a missing object and returns conflicts with other managers", async () => {
  await using server = startRepeatable();
  const apply = async (manager: string, data: object): Promise<{ readonly status: number; readonly text: string }> => {
    const response = await server.transport().request({
      method: "PATCH",
      path: `${configMapsPath}/a?fieldManager=${manager}`,
      headers: { "content-type": "application/apply-patch+yaml" },
      body: JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data }),
    });
    return { status: response.status, text: await readText(response) };
  };

  const created = await apply("one", { a: "1" });
  const rejected = await apply("two", { a: "2" });

  assert.equal(created.status, 201);
  assert.equal(rejected.status, 409);
  assert.equal(shown(rejected.text).message, 'Apply failed with 1 conflict: conflict with "one": .data.a');
});

test("a listener serves the same objects; disposing the server closes it", async () => {
  const server = createApiServer();
  await send(server.transport(), "POST", configMapsPath, { metadata: { name: "a" } });
  const listener = await server.listen();
  const config = JSON.parse(listener.kubeconfig()) as { users: [{ user: { token: string } }] };
  await using transport = createSocketTransport({
    server: listener.url,
    tls: { ca: listener.caCertificate },
    credentials: () => ({ authorization: `Bearer ${config.users[0].user.token}` }),
  });

  const found = await send(transport, "GET", `${configMapsPath}/a`);
  await server[Symbol.asyncDispose]();

  assert.equal(found.metadata.name, "a");
  await assert.rejects(transport.request({ method: "GET", path: "/version" }));
});
