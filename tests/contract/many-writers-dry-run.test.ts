// Dry runs beside other writers: a dry run returns what the write would return, stores nothing, and does not conflict with other writers.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { apply, messagesOf, patch, post, put, remove, startWriters, tally, ways } from "./writers.ts";
import type { Writers } from "./writers.ts";

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const modified = "the object has been modified; please apply your changes to the latest version and try again";

let server: ServerUnderTest;
let configMaps: string;
let path: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  configMaps = `/api/v1/namespaces/${await server.createNamespace()}/configmaps`;
  path = `${configMaps}/many`;
});

function dryRun(request: TestRequest): TestRequest {
  return { ...request, path: `${request.path}${request.path.includes("?") ? "&" : "?"}dryRun=All` };
}

describe.for(ways)("over %s", (way) => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  test("dry-run creates of one name all succeed and store nothing", async () => {
    const create = dryRun(post(configMaps, { metadata: { name: "many" } }));

    const responses = await writers.together(numbers.map(() => create));

    expect(tally(responses)).toEqual({ 201: 10 });
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("dry-run creates do not take the name from a create", async () => {
    const create = post(configMaps, { metadata: { name: "many" } });

    const responses = await writers.together([...numbers.map(() => dryRun(create)), create, dryRun(create)]);

    expect(responses[10]?.status).toBe(201);
    for (const { status } of responses) expect([201, 409]).toContain(status);
    expect((await writers.send({ path })).body).toEqual(responses[10]?.body);
  });

  test("dry-run applies and an apply of an absent object all succeed, and only the apply is stored", async () => {
    const applied = (n: number): TestRequest =>
      apply(`manager-${n}`, path, {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "many" },
        data: { [`k${n}`]: "x" },
      });

    const responses = await writers.together(numbers.map((n) => (n === 5 ? applied(n) : dryRun(applied(n)))));

    for (const { status } of responses) expect([200, 201]).toContain(status);
    expect(responses[5]?.status).toBe(201);
    expect((await writers.send({ path })).body).toEqual(responses[5]?.body);
  });

  test("dry-run patches between patches all succeed, and only the patches are stored", async () => {
    await writers.send(post(configMaps, { metadata: { name: "many" } }));
    const patches = numbers.map((n) => patch("merge", path, { data: { [`k${n}`]: "x" } }));

    const responses = await writers.together(patches.map((each, n) => (n % 2 === 0 ? each : dryRun(each))));

    expect(tally(responses)).toEqual({ 200: 10 });
    for (const n of numbers) expect(responses[n]?.body.data).toHaveProperty(`k${n}`, "x");
    const { body } = await writers.send({ path });
    expect(Object.keys(body.data ?? {}).toSorted()).toEqual(["k0", "k2", "k4", "k6", "k8"]);
  });

  test("dry-run PUTs with the version do not conflict with a PUT of this version", async () => {
    const { body } = await writers.send(post(configMaps, { metadata: { name: "many" } }));
    const { resourceVersion } = body.metadata;
    const replacing = (n: number): TestRequest =>
      put(path, { metadata: { name: "many", resourceVersion }, data: { writer: `${n}` } });

    const responses = await writers.together(numbers.map((n) => (n === 5 ? replacing(n) : dryRun(replacing(n)))));

    expect(responses[5]?.status).toBe(200);
    for (const { status } of responses) expect([200, 409]).toContain(status);
    const after = await writers.together(numbers.map((n) => dryRun(replacing(n))));
    expect(tally(after)).toEqual({ 409: 10 });
    expect(messagesOf(after, 409)).toEqual([`Operation cannot be fulfilled on configmaps "many": ${modified}`]);
    expect((await writers.send({ path })).body).toEqual(responses[5]?.body);
  });

  test("dry-run deletes between patches all succeed and leave the object", async () => {
    const { body: created } = await writers.send(post(configMaps, { metadata: { name: "many" } }));
    const patches = numbers.map((n) => patch("merge", path, { data: { [`k${n}`]: "x" } }));

    const responses = await writers.together(patches.flatMap((each) => [each, dryRun(remove(path))]));

    expect(tally(responses)).toEqual({ 200: 20 });
    const { body } = await writers.send({ path });
    expect(body.metadata.uid).toBe(created.metadata.uid);
    expect(Object.keys(body.data ?? {}).toSorted()).toEqual(numbers.map((n) => `k${n}`));
  });

  test("a dry-run delete of the collection between creates and deletes removes nothing", async () => {
    const creates = numbers.map((n) => post(configMaps, { metadata: { name: `c${n}` } }));
    await writers.together(creates.slice(0, 5));

    const responses = await writers.together([
      dryRun(remove(configMaps)),
      ...creates.slice(5),
      remove(`${configMaps}/c0`),
      dryRun(remove(configMaps)),
    ]);

    expect(tally(responses)).toEqual({ 200: 3, 201: 5 });
    const left = await writers.together(numbers.map((n) => ({ path: `${configMaps}/c${n}` })));
    expect(left.map(({ status }) => status)).toEqual([404, 200, 200, 200, 200, 200, 200, 200, 200, 200]);
  });
});
