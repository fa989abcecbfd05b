// Updates of one object by many writers at once: a write without a precondition always succeeds, and none is lost; a write with a precondition
// fails exactly when the object has changed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { apply, messagesOf, newestOf, patch, post, put, startWriters, tally, ways } from "./writers.ts";
import type { Writers } from "./writers.ts";
import { widget, widgetCrd } from "./widget-crd.ts";

const writersCount = 20;
const numbers = Array.from({ length: writersCount }, (_, index) => index);
const modified = "the object has been modified; please apply your changes to the latest version and try again";

const group = "updates.writers.test";
const many = widget(group, "many", { size: 1 });

let server: ServerUnderTest;
let namespace: string;
let configMaps: string;
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
  widgets = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
});

describe.for(ways)("over %s", (way) => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  async function create(path: string, body: object): Promise<string> {
    const { status, body: created } = await writers.send(post(path, body));
    if (status !== 201) throw new Error(`Cannot create an object at ${path}: ${created.message}`);
    return `${path}/${created.metadata.name}`;
  }

  async function dataAt(path: string): Promise<readonly string[]> {
    const { body } = await writers.send({ path });
    return Object.keys(body.data ?? body.spec ?? {}).toSorted();
  }

  const keys = numbers.map((number) => `k${number}`).toSorted();

  test.for(["merge", "strategic"] as const)("%s patches of a ConfigMap all succeed, and none is lost", async (type) => {
    const path = await create(configMaps, { metadata: { name: "many" } });

    const responses = await writers.together(numbers.map((n) => patch(type, path, { data: { [`k${n}`]: "x" } })));

    expect(tally(responses)).toEqual({ 200: writersCount });
    expect(new Set(responses.map(({ body }) => body.metadata.resourceVersion)).size).toBe(writersCount);
    expect(await dataAt(path)).toEqual(keys);
  });

  test("JSON patches of a ConfigMap all succeed, and none is lost", async () => {
    const path = await create(configMaps, { metadata: { name: "many" }, data: {} });
    await writers.send(patch("merge", path, { data: { first: "x" } }));

    const responses = await writers.together(
      numbers.map((n) => patch("json", path, [{ op: "add", path: `/data/k${n}`, value: "x" }])),
    );

    expect(tally(responses)).toEqual({ 200: writersCount });
    expect(await dataAt(path)).toEqual(["first", ...keys]);
  });

  test("applies of a ConfigMap by many managers all succeed, and each owns its field", async () => {
    const path = await create(configMaps, { metadata: { name: "many" } });
    const applied = (key: string): object => ({ apiVersion: "v1", kind: "ConfigMap", data: { [key]: "x" } });

    const responses = await writers.together(numbers.map((n) => apply(`manager-${n}`, path, applied(`k${n}`))));

    expect(tally(responses)).toEqual({ 200: writersCount });
    expect(await dataAt(path)).toEqual(keys);
    const { body } = await writers.send({ path });
    const managers = body.metadata.managedFields?.filter(({ operation }) => operation === "Apply") ?? [];
    expect(managers.map(({ manager }) => manager).toSorted()).toEqual(numbers.map((n) => `manager-${n}`).toSorted());
  });

  test("applies of one field by two managers at once: one owns it, the other gets a conflict", async () => {
    const path = await create(configMaps, { metadata: { name: "owned" } });
    const applied = (value: string): object => ({ apiVersion: "v1", kind: "ConfigMap", data: { color: value } });

    const responses = await writers.together(["a", "b", "c", "d"].map((name) => apply(name, path, applied(name))));

    expect(tally(responses)).toEqual({ 200: 1, 409: 3 });
    const [winner] = responses.filter(({ status }) => status === 200);
    expect(messagesOf(responses, 409)).toEqual([
      `Apply failed with 1 conflict: conflict with "${winner?.body.data?.["color"]}": .data.color`,
    ]);
  });

  test("PUTs without a version all succeed, and the object is that of the last one", async () => {
    const path = await create(configMaps, { metadata: { name: "many" } });

    const responses = await writers.together(
      numbers.map((n) => put(path, { metadata: { name: "many" }, data: { writer: `${n}` } })),
    );

    expect(tally(responses)).toEqual({ 200: writersCount });
    const { body } = await writers.send({ path });
    expect(body).toEqual(newestOf(responses).body);
  });

  test("one of several PUTs with the same version succeeds", async () => {
    const path = await create(configMaps, { metadata: { name: "many" } });
    const { body } = await writers.send({ path });
    const { resourceVersion } = body.metadata;

    const responses = await writers.together(
      numbers.map((n) => put(path, { metadata: { name: "many", resourceVersion }, data: { writer: `${n}` } })),
    );

    expect(tally(responses)).toEqual({ 200: 1, 409: writersCount - 1 });
    expect(messagesOf(responses, 409)).toEqual([`Operation cannot be fulfilled on configmaps "many": ${modified}`]);
    expect((await writers.send({ path })).body).toEqual(
      newestOf(responses.filter(({ status }) => status === 200)).body,
    );
  });

  test.for(["merge", "strategic"] as const)("of %s patches with the same version one succeeds", async (type) => {
    const path = await create(configMaps, { metadata: { name: "many" } });
    const { body } = await writers.send({ path });
    const { resourceVersion } = body.metadata;

    const responses = await writers.together(
      numbers.map((n) => patch(type, path, { metadata: { resourceVersion }, data: { writer: `${n}` } })),
    );

    expect(tally(responses)).toEqual({ 200: 1, 409: writersCount - 1 });
    expect(messagesOf(responses, 409)).toEqual([`Operation cannot be fulfilled on configmaps "many": ${modified}`]);
  });

  test("one of several applies with the same version succeeds", async () => {
    const path = await create(configMaps, { metadata: { name: "many" } });
    const { body } = await writers.send({ path });
    const { resourceVersion } = body.metadata;
    const applied = (n: number): object => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { resourceVersion },
      data: { [`k${n}`]: "x" },
    });

    const responses = await writers.together(numbers.map((n) => apply(`manager-${n}`, path, applied(n))));

    expect(tally(responses)).toEqual({ 200: 1, 409: writersCount - 1 });
    expect(messagesOf(responses, 409)).toEqual([`Operation cannot be fulfilled on configmaps "many": ${modified}`]);
  });

  test("a JSON patch with a test operation counts without a gap", async () => {
    const path = await create(configMaps, { metadata: { name: "counter" }, data: { n: "0" } });
    const step = patch("json", path, [
      { op: "test", path: "/data/n", value: "0" },
      { op: "replace", path: "/data/n", value: "1" },
    ]);

    const responses = await writers.together(numbers.map(() => step));

    expect(tally(responses)).toEqual({ 200: 1, 422: writersCount - 1 });
    expect(messagesOf(responses, 422)).toEqual(["the server rejected our request due to an error in our request"]);
  });

  test("patches that name the uid of the object all succeed; those that name another are invalid", async () => {
    const path = await create(configMaps, { metadata: { name: "many" } });
    const { body } = await writers.send({ path });
    const { uid } = body.metadata;
    const patched = (n: number): object => ({
      metadata: { uid: n % 2 === 0 ? uid : "11111111-2222-4333-8444-555555555555" },
      data: { [`k${n}`]: "x" },
    });

    const responses = await writers.together(numbers.map((n) => patch("merge", path, patched(n))));

    expect(tally(responses)).toEqual({ 200: writersCount / 2, 422: writersCount / 2 });
    expect(await dataAt(path)).toEqual(keys.filter((key) => Number(key.slice(1)) % 2 === 0));
  });

  test("concurrent patches of all types and a PUT all succeed", async () => {
    const path = await create(configMaps, { metadata: { name: "many" }, data: { first: "x" } });
    const applied = { apiVersion: "v1", kind: "ConfigMap", data: { applied: "x" } };

    const responses = await writers.together([
      patch("merge", path, { data: { merge: "x" } }),
      patch("strategic", path, { data: { strategic: "x" } }),
      put(path, { metadata: { name: "many" }, data: { put: "x", first: "x" } }),
      patch("json", path, [{ op: "add", path: "/data/json", value: "x" }]),
      apply("applier", path, applied),
    ]);

    expect(tally(responses)).toEqual({ 200: 5 });
    expect((await writers.send({ path })).body).toEqual(newestOf(responses).body);
  });

  test("each patch of a Deployment's spec counts as one generation, between patches of its status", async () => {
    const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const path = await create(deployments, deployment("many"));
    const templates = numbers.map((n) =>
      patch("strategic", path, { spec: { template: { metadata: { annotations: { [`a${n}`]: "x" } } } } }),
    );
    const statuses = numbers.map((n) =>
      patch("strategic", `${path}/status`, {
        status: { conditions: [{ type: `T${n}`, status: "True", reason: "Test", message: "" }] },
      }),
    );

    const responses = await writers.together(templates.flatMap((template, n) => [template, statuses[n] ?? template]));

    expect(tally(responses)).toEqual({ 200: 2 * writersCount });
    const { body } = await writers.send({ path });
    expect(body.metadata.generation).toBe(1 + writersCount);
    expect(body.spec).toHaveProperty(
      "template.metadata.annotations",
      Object.fromEntries(numbers.map((n) => [`a${n}`, "x"])),
    );
    expect(body.status).toHaveProperty("conditions.length", writersCount);
  });

  test("patches of a custom resource all succeed, and none is lost", async () => {
    const path = await create(widgets, many);
    const requests = numbers.map((n) => {
      const spec = { [`k${n}`]: n };
      if (n % 3 === 0) return patch("merge", path, { spec });
      if (n % 3 === 1) return patch("json", path, [{ op: "add", path: `/spec/k${n}`, value: n }]);
      return apply(`manager-${n}`, path, { ...many, spec });
    });

    const responses = await writers.together(requests);

    expect(tally(responses)).toEqual({ 200: writersCount });
    expect(await dataAt(path)).toEqual([...keys, "size"]);
    expect((await writers.send({ path })).body.metadata.generation).toBe(1 + writersCount);
  });

  test("PUTs of a custom resource need the version, and one of several succeeds", async () => {
    const path = await create(widgets, many);
    const { body } = await writers.send({ path });
    const { resourceVersion } = body.metadata;

    const unversioned = await writers.together(numbers.map(() => put(path, many)));
    const versioned = await writers.together(
      numbers.map((n) => put(path, { ...many, metadata: { name: "many", resourceVersion }, spec: { k: n } })),
    );

    expect(tally(unversioned)).toEqual({ 422: writersCount });
    expect(messagesOf(unversioned, 422)).toEqual([
      'widgets.updates.writers.test "many" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    ]);
    expect(tally(versioned)).toEqual({ 200: 1, 409: writersCount - 1 });
    expect(messagesOf(versioned, 409)).toEqual([
      `Operation cannot be fulfilled on widgets.updates.writers.test "many": ${modified}`,
    ]);
  });
});

function deployment(name: string): object {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "x:1" }] } };
  return { metadata: { name }, spec: { selector: { matchLabels: labels }, template } };
}
