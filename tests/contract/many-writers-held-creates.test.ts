// Creates that a webhook holds before they are stored: a POST gets AlreadyExists, an apply and a PUT become updates, or updates become creates.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { patching, startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { apply, hold, meetAt, newestOf, post, put, ruleFor, startWriters, tally } from "./writers.ts";
import type { Writers } from "./writers.ts";

let server: ServerUnderTest;
let writers: Writers;
let host: WebhookHost;
let namespace: string;
let configMaps: string;
let roles: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`;
  writers = await startWriters(server, "four HTTP/2 connections");
  host = await startWebhookHost(server, namespace);
  return async () => {
    await host[Symbol.asyncDispose]();
    await writers[Symbol.asyncDispose]();
  };
});

const updatesAndCreates = [
  { operations: ["CREATE", "UPDATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] },
];

function configMap(key: string): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "new" }, data: { [key]: "x" } };
}

function role(resource: string): object {
  return { metadata: { name: "new" }, rules: [{ apiGroups: [""], resources: [resource], verbs: ["get"] }] };
}

test.for(["mutating", "validating"] as const)("a %s one: of POSTs of one name one creates the object", async (kind) => {
  await using _ = await host.configure(kind, [host.webhook("meet")]);
  meetAt(host, "/meet", 4);

  const responses = await writers.together([0, 1, 2, 3].map((n) => post(configMaps, configMap(`k${n}`))));

  expect(tally(responses)).toEqual({ 201: 1, 409: 3 });
  expect(host.callsOf("/meet")).toHaveLength(4);
});

test.for(["mutating", "validating"] as const)(
  "a %s webhook: one of several applies creates, and the webhook is called again for the updates",
  async (kind) => {
    await using _ = await host.configure(kind, [host.webhook("meet")]);
    meetAt(host, "/meet", 4);

    const responses = await writers.together(
      [0, 1, 2, 3].map((n) => apply(`manager-${n}`, `${configMaps}/new`, configMap(`k${n}`))),
    );

    expect(tally(responses)).toEqual({ 201: 1, 200: 3 });
    const operations = host.callsOf("/meet").map(({ review }) => review.request.operation);
    expect(operations.slice(0, 4)).toEqual(["CREATE", "CREATE", "CREATE", "CREATE"]);
    expect(new Set(operations.slice(4))).toEqual(new Set(["UPDATE"]));
    expect(operations.length).toBeGreaterThanOrEqual(4 + 3);
  },
);

test.for(["mutating", "validating"] as const)(
  "a %s webhook: one of several PUTs of a Role creates, and the webhook is called again for the updates",
  async (kind) => {
    await using _ = await host.configure(kind, [host.webhook("meet", ruleFor("rbac.authorization.k8s.io", "roles"))]);
    meetAt(host, "/meet", 4);

    const responses = await writers.together([0, 1, 2, 3].map((n) => put(`${roles}/new`, role(`r${n}`))));

    expect(tally(responses)).toEqual({ 201: 1, 200: 3 });
    expect((await writers.send({ path: `${roles}/new` })).body).toEqual(newestOf(responses).body);
    const operations = host.callsOf("/meet").map(({ review }) => review.request.operation);
    expect(operations.slice(0, 4)).toEqual(["CREATE", "CREATE", "CREATE", "CREATE"]);
    expect(new Set(operations.slice(4))).toEqual(new Set(["UPDATE"]));
  },
);

test("a POST that a webhook holds gets AlreadyExists if another writer creates the object meanwhile", async () => {
  await using _ = await host.configure("mutating", [host.webhook("slow")]);
  const held = hold(host, "/slow");

  const late = writers.send(post(configMaps, configMap("late")));
  await held.arrived;
  const early = await writers.send(post(configMaps, configMap("early")));
  held.release();

  expect(early.status).toBe(201);
  const { status, body } = await late;
  expect([status, body.reason, body.message]).toEqual([409, "AlreadyExists", 'configmaps "new" already exists']);
});

test("a POST that a webhook holds gets AlreadyExists for an object that is being deleted", async () => {
  await using _ = await host.configure("mutating", [host.webhook("slow")]);
  const held = hold(host, "/slow");

  const late = writers.send(post(configMaps, configMap("late")));
  await held.arrived;
  await writers.send(post(configMaps, { metadata: { name: "new", finalizers: ["a.b/c"] } }));
  await writers.send({ method: "DELETE", path: `${configMaps}/new` });
  held.release();

  const { status, body } = await late;
  expect([status, body.reason, body.message]).toEqual([
    409,
    "AlreadyExists",
    'object is being deleted: configmaps "new" already exists',
  ]);
});

test("an apply that creates and is held changes the object that another writer created meanwhile", async () => {
  await using _ = await host.configure("mutating", [host.webhook("slow")]);
  const held = hold(host, "/slow");

  const late = writers.send(apply("late", `${configMaps}/new`, configMap("late")));
  await held.arrived;
  const early = await writers.send(post(configMaps, configMap("early")));
  held.release();

  const { status, body } = await late;
  expect(status).toBe(200);
  expect(body.metadata.uid).toBe(early.body.metadata.uid);
  expect(body.data).toEqual({ early: "x", late: "x" });
  expect(host.callsOf("/slow").map(({ review }) => review.request.operation)).toEqual(["CREATE", "CREATE", "UPDATE"]);
});

test("an apply of an object that is deleted while a webhook holds the request creates it", async () => {
  const before = await writers.send(post(configMaps, configMap("early")));
  await using _ = await host.configure("mutating", [host.webhook("slow", { rules: updatesAndCreates })]);
  const held = hold(host, "/slow");

  const late = writers.send(apply("late", `${configMaps}/new`, configMap("late")));
  await held.arrived;
  await writers.send({ method: "DELETE", path: `${configMaps}/new` });
  held.release();

  const { status, body } = await late;
  expect(status).toBe(201);
  expect(body.metadata.uid).not.toBe(before.body.metadata.uid);
  expect(body.data).toEqual({ late: "x" });
  expect(host.callsOf("/slow").map(({ review }) => review.request.operation)).toEqual(["UPDATE", "CREATE"]);
});

test("a PUT of a Role that is deleted while a webhook holds the request creates it, with any version in the body", async () => {
  const before = await writers.send(post(roles, role("early")));
  const { resourceVersion } = before.body.metadata;
  await using _ = await host.configure("mutating", [
    host.webhook("slow", ruleFor("rbac.authorization.k8s.io", "roles", ["CREATE", "UPDATE"])),
  ]);
  const held = hold(host, "/slow");

  const late = writers.send(put(`${roles}/new`, { ...role("late"), metadata: { name: "new", resourceVersion } }));
  await held.arrived;
  await writers.send({ method: "DELETE", path: `${roles}/new` });
  held.release();

  const { status, body } = await late;
  expect(status).toBe(201);
  expect(body.metadata.uid).not.toBe(before.body.metadata.uid);
  expect(host.callsOf("/slow").map(({ review }) => review.request.operation)).toEqual(["UPDATE", "CREATE"]);
});

test("Services whose creates a webhook releases together get different addresses", async () => {
  await using _ = await host.configure("validating", [host.webhook("meet", ruleFor("", "services"))]);
  meetAt(host, "/meet", 4);
  const services = `/api/v1/namespaces/${namespace}/services`;

  const responses = await writers.together(
    [0, 1, 2, 3].map((n) => post(services, { metadata: { name: `s${n}` }, spec: { ports: [{ port: 80 }] } })),
  );

  expect(tally(responses)).toEqual({ 201: 4 });
  expect(new Set(responses.map(({ body }) => body.spec?.["clusterIP"])).size).toBe(4);
});

test("an apply that creates is reviewed once, also if the webhook adds a version", async () => {
  await using _ = await host.configure("mutating", [host.webhook("change")]);
  host.answer("/change", () => patching({ op: "add", path: "/metadata/resourceVersion", value: "1" }));

  const { status } = await writers.send(apply("late", `${configMaps}/new`, configMap("late")));

  expect(status).toBe(201);
  expect(host.callsOf("/change")).toHaveLength(1);
});
