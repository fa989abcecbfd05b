// Creates of one name by many concurrent writers: one of them creates the object. A POST that loses is rejected; an apply, or a PUT of a kind that an
// update may create, changes the created object.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { widget, widgetCrd } from "./widget-crd.ts";
import { apply, messagesOf, newestOf, patch, post, put, startWriters, tally, ways } from "./writers.ts";
import type { Writers } from "./writers.ts";

const group = "creates.writers.test";
const writersCount = 10;
const numbers = Array.from({ length: writersCount }, (_, index) => index);

let server: ServerUnderTest;
let namespace: string;
let configMaps: string;
let roles: string;
let leases: string;
let widgets: string;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [widgetCrd(group)] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`;
  leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  widgets = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
});

function configMap(key: string): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "new" }, data: { [key]: "x" } };
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

  test("one of several POSTs of a name creates the object", async () => {
    const responses = await writers.together(numbers.map((n) => post(configMaps, configMap(`k${n}`))));

    expect(tally(responses)).toEqual({ 201: 1, 409: writersCount - 1 });
    expect(messagesOf(responses, 409)).toEqual(['configmaps "new" already exists']);
    const { body } = await writers.send({ path: `${configMaps}/new` });
    expect(body).toEqual(responses.find(({ status }) => status === 201)?.body);
  });

  test("one of several POSTs of a custom resource creates the object", async () => {
    const responses = await writers.together(
      numbers.map((n) => post(widgets, widget(group, "new", { [`k${n}`]: "x" }))),
    );

    expect(tally(responses)).toEqual({ 201: 1, 409: writersCount - 1 });
    expect(messagesOf(responses, 409)).toEqual(['widgets.creates.writers.test "new" already exists']);
  });

  test("one of several PUTs of an absent Role creates it, and the others update it", async () => {
    const responses = await writers.together(numbers.map((n) => put(`${roles}/new`, role(`r${n}`))));

    expect(tally(responses)).toEqual({ 201: 1, 200: writersCount - 1 });
    expect(new Set(responses.map(({ body }) => body.metadata.uid)).size).toBe(1);
    expect((await writers.send({ path: `${roles}/new` })).body).toEqual(newestOf(responses).body);
  });

  test("one of several PUTs of an absent Lease creates it, and the others need its version", async () => {
    const responses = await writers.together(
      numbers.map((n) => put(`${leases}/new`, { metadata: { name: "new" }, spec: { holderIdentity: `h${n}` } })),
    );

    expect(tally(responses)).toEqual({ 201: 1, 422: writersCount - 1 });
    expect(messagesOf(responses, 422)).toEqual([
      'leases.coordination.k8s.io "new" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    ]);
  });

  test("one of several applies of an absent ConfigMap creates it, and the others add to it", async () => {
    const responses = await writers.together(
      numbers.map((n) => apply(`manager-${n}`, `${configMaps}/new`, configMap(`k${n}`))),
    );

    expect(tally(responses)).toEqual({ 201: 1, 200: writersCount - 1 });
    const { body } = await writers.send({ path: `${configMaps}/new` });
    expect(Object.keys(body.data ?? {}).toSorted()).toEqual(numbers.map((n) => `k${n}`));
    expect(body.metadata.managedFields).toHaveLength(writersCount);
  });

  test("one of several applies of an absent custom resource creates it, and the others add to it", async () => {
    const responses = await writers.together(
      numbers.map((n) => apply(`manager-${n}`, `${widgets}/new`, widget(group, "new", { [`k${n}`]: "x" }))),
    );

    expect(tally(responses)).toEqual({ 201: 1, 200: writersCount - 1 });
    const { body } = await writers.send({ path: `${widgets}/new` });
    expect(Object.keys(body.spec ?? {}).toSorted()).toEqual(numbers.map((n) => `k${n}`));
    expect(body.metadata.generation).toBe(writersCount);
  });

  test("applies by one manager of the same object: one creates it, and the others change nothing", async () => {
    const responses = await writers.together(numbers.map(() => apply("one", `${configMaps}/new`, configMap("k"))));

    expect(tally(responses)).toEqual({ 201: 1, 200: writersCount - 1 });
    expect(new Set(responses.map(({ body }) => body.metadata.resourceVersion)).size).toBe(1);
  });

  test("patches of an absent object succeed or get 404, and a POST creates it once", async () => {
    const responses = await writers.together([
      post(configMaps, configMap("k0")),
      patch("merge", `${configMaps}/new`, { data: { k1: "x" } }),
      post(configMaps, configMap("k0")),
      patch("strategic", `${configMaps}/new`, { data: { k2: "x" } }),
    ]);

    const [first, merged, second, patched] = responses.map(({ status }) => status);
    expect(new Set([first, second])).toEqual(new Set([201, 409]));
    expect([200, 404]).toContain(merged);
    expect([200, 404]).toContain(patched);
    const { body } = await writers.send({ path: `${configMaps}/new` });
    expect(Object.keys(body.data ?? {}).toSorted()).toEqual([
      "k0",
      ...(merged === 200 ? ["k1"] : []),
      ...(patched === 200 ? ["k2"] : []),
    ]);
  });

  test("an apply and POSTs of one name: the apply always succeeds", async () => {
    const responses = await writers.together([
      post(configMaps, configMap("k0")),
      apply("applier", `${configMaps}/new`, configMap("k1")),
      post(configMaps, configMap("k2")),
    ]);

    const [first, applied, second] = responses.map(({ status }) => status);
    expect([200, 201]).toContain(applied);
    expect([first, applied, second].filter((status) => status === 201)).toHaveLength(1);
    expect((await writers.send({ path: `${configMaps}/new` })).body.data).toHaveProperty("k1", "x");
  });

  test("generated names differ, and all creates succeed", async () => {
    const responses = await writers.together(
      numbers.map(() => post(configMaps, { metadata: { generateName: "made-" } })),
    );

    expect(tally(responses)).toEqual({ 201: writersCount });
    expect(new Set(responses.map(({ body }) => body.metadata.name)).size).toBe(writersCount);
  });

  test("one of several Services that request an address gets it", async () => {
    const services = `/api/v1/namespaces/${namespace}/services`;
    const ports = [{ port: 80 }];
    const probe = await writers.send(post(services, { metadata: { name: "probe" }, spec: { ports } }));
    const clusterIP = probe.body.spec?.["clusterIP"];
    await writers.send({ method: "DELETE", path: `${services}/probe` });

    const responses = await writers.together(
      numbers.map((n) => post(services, { metadata: { name: `s${n}` }, spec: { clusterIP, ports } })),
    );

    expect(tally(responses)).toEqual({ 201: 1, 422: writersCount - 1 });
    const kept = await writers.send({ path: services });
    expect(kept.body).toHaveProperty("items.length", 1);
  });

  test("Services get different addresses and node ports", async () => {
    const services = `/api/v1/namespaces/${namespace}/services`;
    const spec = { type: "NodePort", ports: [{ port: 80 }] };

    const responses = await writers.together(numbers.map((n) => post(services, { metadata: { name: `s${n}` }, spec })));

    expect(tally(responses)).toEqual({ 201: writersCount });
    const specs = responses.map(
      ({ body }) => body.spec as { clusterIP: string; ports: readonly { nodePort: number }[] },
    );
    expect(new Set(specs.map(({ clusterIP }) => clusterIP)).size).toBe(writersCount);
    expect(new Set(specs.map(({ ports }) => ports[0]?.nodePort)).size).toBe(writersCount);
  });
});
