// Scales and statuses by many concurrent writers: those without a version all succeed, and none is lost.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { create, workload } from "./bodies.ts";
import { widget, widgetCrd } from "./widget-crd.ts";
import { messagesOf, newestOf, patch, put, startWriters, tally, ways } from "./writers.ts";
import type { Writers } from "./writers.ts";

const group = "scale.writers.test";
const many = widget(group, "many", { replicas: 1 });
const numbers = Array.from({ length: 10 }, (_, index) => index);
const modified = "the object has been modified; please apply your changes to the latest version and try again";

let server: ServerUnderTest;
let namespace: string;
let apps: string;
let widgets: string;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [widgetCrd(group)] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  apps = `/apis/apps/v1/namespaces/${namespace}`;
  widgets = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
});

describe.for(ways)("over %s", (way) => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  test.for(["deployments", "replicasets", "statefulsets"])("scale patches of %s all succeed", async (plural) => {
    const path = await create(writers, `${apps}/${plural}`, workload("many"));

    const responses = await writers.together(
      numbers.map((n) => patch("merge", `${path}/scale`, { spec: { replicas: n + 2 } })),
    );

    expect(tally(responses)).toEqual({ 200: 10 });
    const { body } = await writers.send({ path });
    expect(body.spec?.["replicas"]).toBe(newestOf(responses).body.spec?.["replicas"]);
    expect(body.metadata.generation).toBe(11);
  });

  test("scale patches of a custom resource all succeed", async () => {
    const path = await create(writers, widgets, many);

    const responses = await writers.together(
      numbers.map((n) => patch("merge", `${path}/scale`, { spec: { replicas: n + 2 } })),
    );

    expect(tally(responses)).toEqual({ 200: 10 });
    const { body } = await writers.send({ path });
    expect(body.spec?.["replicas"]).toBe(newestOf(responses).body.spec?.["replicas"]);
    expect(body.metadata.generation).toBe(11);
  });

  test("PUTs of the scale without a version all succeed, and one of those with the same version does", async () => {
    const path = await create(writers, `${apps}/deployments`, workload("many"));
    const scale = (replicas: number, metadata: object = {}): object => ({
      metadata: { name: "many", namespace, ...metadata },
      spec: { replicas },
    });

    const unversioned = await writers.together(numbers.map((n) => put(`${path}/scale`, scale(n + 2))));
    const { resourceVersion } = newestOf(unversioned).body.metadata;
    const versioned = await writers.together(
      numbers.map((n) => put(`${path}/scale`, scale(n + 20, { resourceVersion }))),
    );

    expect(tally(unversioned)).toEqual({ 200: 10 });
    expect(tally(versioned)).toEqual({ 200: 1, 409: 9 });
    expect(messagesOf(versioned, 409)).toEqual([
      `Operation cannot be fulfilled on deployments.apps "many": ${modified}`,
    ]);
  });

  test("a scale, a status and the object itself can be written concurrently, and nothing is lost", async () => {
    const path = await create(writers, widgets, many);
    const requests = numbers
      .slice(0, 5)
      .flatMap((n) => [
        patch("merge", `${path}/scale`, { spec: { replicas: n + 2 } }),
        patch("merge", `${path}/status`, { status: { [`s${n}`]: n } }),
        patch("merge", path, { spec: { [`k${n}`]: n } }),
      ]);

    const responses = await writers.together(requests);

    expect(tally(responses)).toEqual({ 200: 15 });
    const { body } = await writers.send({ path });
    expect(body.status).toEqual({ s0: 0, s1: 1, s2: 2, s3: 3, s4: 4 });
    expect(body.spec).toMatchObject({ k0: 0, k1: 1, k2: 2, k3: 3, k4: 4 });
    expect(body.metadata.generation).toBe(11);
  });

  test("PUTs of the status without a version all succeed for a built-in kind; a custom resource needs the version", async () => {
    const deployment = await create(writers, `${apps}/deployments`, workload("many"));
    const custom = await create(writers, widgets, many);
    const replicas = (n: number): object => ({ status: { replicas: n } });

    const builtIn = await writers.together(
      numbers.map((n) => put(`${deployment}/status`, { ...workload("many"), ...replicas(n) })),
    );
    const unversioned = await writers.together(
      numbers.map((n) => put(`${custom}/status`, { ...many, ...replicas(n) })),
    );

    expect(tally(builtIn)).toEqual({ 200: 10 });
    expect((await writers.send({ path: deployment })).body.status).toEqual(newestOf(builtIn).body.status);
    expect(tally(unversioned)).toEqual({ 422: 10 });
  });
});
