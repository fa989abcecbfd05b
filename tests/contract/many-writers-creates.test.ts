// Creates of one name by many writers at once: one of them makes the object. A POST that loses is refused; an apply, or a PUT of a kind that an
// update may create, changes the object that won.
import type { KubernetesObject } from "@kubewright/apimachinery";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookHost } from "./webhook-host.ts";
import { widgetCrd } from "./widget-crd.ts";
import {
  apply,
  hold,
  meetAt,
  messagesOf,
  newestOf,
  patch,
  post,
  put,
  ruleFor,
  startWriters,
  tally,
  ways,
} from "./writers.ts";
import type { Writers } from "./writers.ts";

const writersCount = 10;
const numbers = Array.from({ length: writersCount }, (_, index) => index);

let server: ServerUnderTest;
let namespace: string;
let configMaps: string;
let roles: string;
let leases: string;
let widgets: string;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [widgetCrd("creates.writers.test") as KubernetesObject] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`;
  leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  widgets = `/apis/creates.writers.test/v1/namespaces/${namespace}/widgets`;
});

function configMap(key: string): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "new" }, data: { [key]: "x" } };
}

function widget(key: string): object {
  return { apiVersion: "creates.writers.test/v1", kind: "Widget", metadata: { name: "new" }, spec: { [key]: "x" } };
}

function role(resource: string): object {
  return { metadata: { name: "new" }, rules: [{ apiGroups: [""], resources: [resource], verbs: ["get"] }] };
}

describe.for(ways)("over %s", (way) => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  test("of POSTs of one name one creates the object", async () => {
    const answers = await writers.together(numbers.map((n) => post(configMaps, configMap(`k${n}`))));

    expect(tally(answers)).toEqual({ 201: 1, 409: writersCount - 1 });
    expect(messagesOf(answers, 409)).toEqual(['configmaps "new" already exists']);
    const { body } = await writers.send({ path: `${configMaps}/new` });
    expect(body).toEqual(answers.find(({ status }) => status === 201)?.body);
  });

  test("of POSTs of one custom resource one creates the object", async () => {
    const answers = await writers.together(numbers.map((n) => post(widgets, widget(`k${n}`))));

    expect(tally(answers)).toEqual({ 201: 1, 409: writersCount - 1 });
    expect(messagesOf(answers, 409)).toEqual(['widgets.creates.writers.test "new" already exists']);
  });

  test("of PUTs of an absent Role one creates it, and the others update it", async () => {
    const answers = await writers.together(numbers.map((n) => put(`${roles}/new`, role(`r${n}`))));

    expect(tally(answers)).toEqual({ 201: 1, 200: writersCount - 1 });
    expect(new Set(answers.map(({ body }) => body.metadata.uid)).size).toBe(1);
    expect((await writers.send({ path: `${roles}/new` })).body).toEqual(newestOf(answers).body);
  });

  test("of PUTs of an absent Lease one creates it, and the others need its version", async () => {
    const answers = await writers.together(
      numbers.map((n) => put(`${leases}/new`, { metadata: { name: "new" }, spec: { holderIdentity: `h${n}` } })),
    );

    expect(tally(answers)).toEqual({ 201: 1, 422: writersCount - 1 });
    expect(messagesOf(answers, 422)).toEqual([
      'leases.coordination.k8s.io "new" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    ]);
  });

  test("of applies of an absent ConfigMap one creates it, and the others add to it", async () => {
    const answers = await writers.together(
      numbers.map((n) => apply(`manager-${n}`, `${configMaps}/new`, configMap(`k${n}`))),
    );

    expect(tally(answers)).toEqual({ 201: 1, 200: writersCount - 1 });
    const { body } = await writers.send({ path: `${configMaps}/new` });
    expect(Object.keys(body.data ?? {})).toEqual(numbers.map((n) => `k${n}`));
    expect(body.metadata.managedFields).toHaveLength(writersCount);
  });

  test("of applies of an absent custom resource one creates it, and the others add to it", async () => {
    const answers = await writers.together(
      numbers.map((n) => apply(`manager-${n}`, `${widgets}/new`, widget(`k${n}`))),
    );

    expect(tally(answers)).toEqual({ 201: 1, 200: writersCount - 1 });
    const { body } = await writers.send({ path: `${widgets}/new` });
    expect(Object.keys(body.spec ?? {}).toSorted()).toEqual(numbers.map((n) => `k${n}`));
    expect(body.metadata.generation).toBe(writersCount);
  });

  test("applies by one manager of the same object: one creates it, and the others change nothing", async () => {
    const answers = await writers.together(numbers.map(() => apply("one", `${configMaps}/new`, configMap("k"))));

    expect(tally(answers)).toEqual({ 201: 1, 200: writersCount - 1 });
    expect(new Set(answers.map(({ body }) => body.metadata.resourceVersion)).size).toBe(1);
  });

  test("patches of an absent object find it or do not, and a POST creates it once", async () => {
    const answers = await writers.together([
      post(configMaps, configMap("k0")),
      patch("merge", `${configMaps}/new`, { data: { k1: "x" } }),
      post(configMaps, configMap("k0")),
      patch("strategic", `${configMaps}/new`, { data: { k2: "x" } }),
    ]);

    const [first, merged, second, patched] = answers.map(({ status }) => status);
    expect([first, second].toSorted()).toEqual([201, 409]);
    expect([200, 404]).toContain(merged);
    expect([200, 404]).toContain(patched);
    const { body } = await writers.send({ path: `${configMaps}/new` });
    expect(Object.keys(body.data ?? {})).toEqual([
      "k0",
      ...(merged === 200 ? ["k1"] : []),
      ...(patched === 200 ? ["k2"] : []),
    ]);
  });

  test("an apply and POSTs of one name: the apply always succeeds", async () => {
    const answers = await writers.together([
      post(configMaps, configMap("k0")),
      apply("applier", `${configMaps}/new`, configMap("k1")),
      post(configMaps, configMap("k2")),
    ]);

    const [first, applied, second] = answers.map(({ status }) => status);
    expect([200, 201]).toContain(applied);
    expect([first, applied, second].filter((status) => status === 201)).toHaveLength(1);
    expect((await writers.send({ path: `${configMaps}/new` })).body.data).toHaveProperty("k1", "x");
  });

  test("generated names differ, and all creates succeed", async () => {
    const answers = await writers.together(numbers.map(() => post(configMaps, { metadata: { generateName: "made-" } })));

    expect(tally(answers)).toEqual({ 201: writersCount });
    expect(new Set(answers.map(({ body }) => body.metadata.name)).size).toBe(writersCount);
  });

  test("of Services that ask for one address one gets it", async () => {
    const services = `/api/v1/namespaces/${namespace}/services`;
    const ports = [{ port: 80 }];
    const probe = await writers.send(post(services, { metadata: { name: "probe" }, spec: { ports } }));
    const clusterIP = probe.body.spec?.["clusterIP"];
    await writers.send({ method: "DELETE", path: `${services}/probe` });

    const answers = await writers.together(
      numbers.map((n) => post(services, { metadata: { name: `s${n}` }, spec: { clusterIP, ports } })),
    );

    expect(tally(answers)).toEqual({ 201: 1, 422: writersCount - 1 });
    const kept = await writers.send({ path: services });
    expect(kept.body).toHaveProperty("items.length", 1);
  });

  test("Services get different addresses and node ports", async () => {
    const services = `/api/v1/namespaces/${namespace}/services`;
    const spec = { type: "NodePort", ports: [{ port: 80 }] };

    const answers = await writers.together(numbers.map((n) => post(services, { metadata: { name: `s${n}` }, spec })));

    expect(tally(answers)).toEqual({ 201: writersCount });
    const specs = answers.map(({ body }) => body.spec as { clusterIP: string; ports: readonly { nodePort: number }[] });
    expect(new Set(specs.map(({ clusterIP }) => clusterIP)).size).toBe(writersCount);
    expect(new Set(specs.map(({ ports }) => ports[0]?.nodePort)).size).toBe(writersCount);
  });
});

describe("with a webhook that all requests pass before the first of them is stored", () => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(server, "four HTTP/2 connections");
    return () => writers[Symbol.asyncDispose]();
  });

  test.for(["mutating", "validating"] as const)("a %s one: of POSTs of one name one creates the object", async (kind) => {
    await using host = await startWebhookHost(server, namespace);
    await using _ = await host.configure(kind, [host.webhook("meet")]);
    meetAt(host, "/meet", 4);

    const answers = await writers.together([0, 1, 2, 3].map((n) => post(configMaps, configMap(`k${n}`))));

    expect(tally(answers)).toEqual({ 201: 1, 409: 3 });
    expect(host.callsOf("/meet")).toHaveLength(4);
  });

  test.for(["mutating", "validating"] as const)("a %s one: of applies one creates, and it is asked again about the updates", async (kind) => {
    await using host = await startWebhookHost(server, namespace);
    await using _ = await host.configure(kind, [host.webhook("meet")]);
    meetAt(host, "/meet", 4);

    const answers = await writers.together(
      [0, 1, 2, 3].map((n) => apply(`manager-${n}`, `${configMaps}/new`, configMap(`k${n}`))),
    );

    expect(tally(answers)).toEqual({ 201: 1, 200: 3 });
    const operations = host.callsOf("/meet").map(({ review }) => review.request.operation);
    expect(operations.slice(0, 4)).toEqual(["CREATE", "CREATE", "CREATE", "CREATE"]);
    expect(new Set(operations.slice(4))).toEqual(new Set(["UPDATE"]));
    expect(operations.length).toBeGreaterThanOrEqual(4 + 3);
  });

  test.for(["mutating", "validating"] as const)("a %s one: of PUTs of a Role one creates, and it is asked again about the updates", async (kind) => {
    await using host = await startWebhookHost(server, namespace);
    await using _ = await host.configure(kind, [
      host.webhook("meet", ruleFor("rbac.authorization.k8s.io", "roles")),
    ]);
    meetAt(host, "/meet", 4);

    const answers = await writers.together([0, 1, 2, 3].map((n) => put(`${roles}/new`, role(`r${n}`))));

    expect(tally(answers)).toEqual({ 201: 1, 200: 3 });
    expect((await writers.send({ path: `${roles}/new` })).body).toEqual(newestOf(answers).body);
    const operations = host.callsOf("/meet").map(({ review }) => review.request.operation);
    expect(operations.slice(0, 4)).toEqual(["CREATE", "CREATE", "CREATE", "CREATE"]);
    expect(new Set(operations.slice(4))).toEqual(new Set(["UPDATE"]));
  });

  test("a POST that a webhook holds finds the name taken", async () => {
    await using host = await startWebhookHost(server, namespace);
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

  test("a POST that a webhook holds finds an object that is being deleted", async () => {
    await using host = await startWebhookHost(server, namespace);
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
    await using host = await startWebhookHost(server, namespace);
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
    await using host = await startWebhookHost(server, namespace);
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

  test("a PUT of a Role that is deleted while a webhook holds the request creates it, whatever version it names", async () => {
    await using host = await startWebhookHost(server, namespace);
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

  test("Services that are created at once while a webhook holds them get different addresses", async () => {
    await using host = await startWebhookHost(server, namespace);
    await using _ = await host.configure("validating", [host.webhook("meet", ruleFor("", "services"))]);
    meetAt(host, "/meet", 4);
    const services = `/api/v1/namespaces/${namespace}/services`;

    const answers = await writers.together(
      [0, 1, 2, 3].map((n) => post(services, { metadata: { name: `s${n}` }, spec: { ports: [{ port: 80 }] } })),
    );

    expect(tally(answers)).toEqual({ 201: 4 });
    expect(new Set(answers.map(({ body }) => body.spec?.["clusterIP"])).size).toBe(4);
  });
});

const updatesAndCreates = [
  { operations: ["CREATE", "UPDATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] },
];
