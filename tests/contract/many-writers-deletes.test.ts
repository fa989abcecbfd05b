// Deletes beside other writers: one delete removes the object, other writers succeed or get 404, finalizers keep it until the last one is removed, and
// preconditions hold at the moment of the write.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { apply, messagesOf, patch, post, remove, startWriters, tally, ways } from "./writers.ts";
import type { WriteResponse, Writers } from "./writers.ts";

const numbers = Array.from({ length: 10 }, (_, index) => index);
const otherUid = "11111111-2222-4333-8444-555555555555";

let server: ServerUnderTest;
let namespace: string;
let configMaps: string;
let path: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  path = `${configMaps}/gone`;
});

function create(writers: Writers, metadata: object = {}): Promise<WriteResponse> {
  return writers.send(post(configMaps, { metadata: { name: "gone", ...metadata }, data: { first: "x" } }));
}

describe.for(ways)("over %s", (way) => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  test("one of several deletes removes the object, and the others get 404", async () => {
    await create(writers);

    const responses = await writers.together(numbers.map(() => remove(path)));

    expect(tally(responses)).toEqual({ 200: 1, 404: 9 });
    expect(messagesOf(responses, 404)).toEqual(['configmaps "gone" not found']);
  });

  test("all deletes of a terminating object succeed, and its finalizers keep it", async () => {
    await create(writers, { finalizers: ["a.b/c"] });

    const responses = await writers.together(numbers.map(() => remove(path)));

    expect(tally(responses)).toEqual({ 200: 10 });
    const { body } = await writers.send({ path });
    expect(body.metadata.finalizers).toEqual(["a.b/c"]);
    expect(new Set(responses.map((response) => response.body.metadata.deletionTimestamp)).size).toBe(1);
  });

  test("a delete between patches succeeds, and each patch succeeds or gets 404", async () => {
    await create(writers);
    const patches = numbers.map((n) => patch("merge", path, { data: { [`k${n}`]: "x" } }));

    const responses = await writers.together([...patches.slice(0, 5), remove(path), ...patches.slice(5)]);

    expect(responses[5]?.status).toBe(200);
    for (const { status } of responses) expect([200, 404]).toContain(status);
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("a delete between applies succeeds, and applies create the object again", async () => {
    const { body } = await create(writers);
    const applied = (n: number): object => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "gone" },
      data: { [`k${n}`]: "x" },
    });
    const applies = numbers.map((n) => apply(`manager-${n}`, path, applied(n)));

    const responses = await writers.together([...applies.slice(0, 5), remove(path), ...applies.slice(5)]);

    expect(responses[5]?.status).toBe(200);
    const created = responses.filter(({ status }) => status === 201);
    expect(created.length).toBeLessThanOrEqual(1);
    for (const { status } of responses) expect([200, 201]).toContain(status);
    const last = await writers.send({ path });
    expect(last.status).toBe(created.length === 0 ? 404 : 200);
    for (const made of created) expect(made.body.metadata.uid).not.toBe(body.metadata.uid);
  });

  test("finalizers that are added concurrently are all stored", async () => {
    await create(writers);

    const responses = await writers.together(
      numbers.map((n) => patch("strategic", path, { metadata: { finalizers: [`a.b/f${n}`] } })),
    );

    expect(tally(responses)).toEqual({ 200: 10 });
    const { body } = await writers.send({ path });
    expect(body.metadata.finalizers?.toSorted()).toEqual(numbers.map((n) => `a.b/f${n}`));
  });

  test("finalizers that are removed concurrently are all removed, and with the last one the object", async () => {
    await create(writers, { finalizers: numbers.map((n) => `a.b/f${n}`) });
    await writers.send(remove(path));

    const responses = await writers.together(
      numbers.map((n) =>
        patch("strategic", path, { metadata: { "$deleteFromPrimitiveList/finalizers": [`a.b/f${n}`] } }),
      ),
    );

    expect(tally(responses)).toEqual({ 200: 10 });
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("each of several writers that remove the last finalizer succeeds or gets 404", async () => {
    await create(writers, { finalizers: ["a.b/c"] });
    await writers.send(remove(path));

    const responses = await writers.together(
      numbers.map(() => patch("merge", path, { metadata: { finalizers: null } })),
    );

    for (const { status } of responses) expect([200, 404]).toContain(status);
    expect(tally(responses)[200]).toBeGreaterThanOrEqual(1);
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("a delete between writers that remove finalizers removes the object once all finalizers are gone", async () => {
    await create(writers, { finalizers: numbers.map((n) => `a.b/f${n}`) });
    const removals = numbers.map((n) =>
      patch("strategic", path, { metadata: { "$deleteFromPrimitiveList/finalizers": [`a.b/f${n}`] } }),
    );

    const responses = await writers.together([...removals.slice(0, 5), remove(path), ...removals.slice(5)]);

    expect(tally(responses)).toEqual({ 200: 11 });
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("one of several deletes with a uid or a version as precondition removes the object, and none removes another object", async () => {
    const { body } = await create(writers);
    const { uid, resourceVersion } = body.metadata;

    const wrong = await writers.together([
      remove(path, { preconditions: { uid: otherUid } }),
      remove(path, { preconditions: { resourceVersion: "1" } }),
    ]);
    const responses = await writers.together(
      numbers.map((n) => remove(path, { preconditions: n % 2 === 0 ? { uid } : { resourceVersion } })),
    );

    expect(tally(wrong)).toEqual({ 409: 2 });
    expect(tally(responses)).toEqual({ 200: 1, 404: 9 });
  });

  test("a collection is deleted between creates: each create succeeds, and no object is deleted twice", async () => {
    const creates = numbers.map((n) => post(configMaps, { metadata: { name: `c${n}` } }));
    await writers.together(creates.slice(0, 5));

    const responses = await writers.together([
      ...creates.slice(5),
      remove(configMaps),
      remove(`${configMaps}/c0`),
      remove(configMaps),
    ]);

    const [deleted] = responses.slice(6);
    expect([200, 404]).toContain(deleted?.status);
    expect(tally(responses.filter((response) => response !== deleted))).toEqual({ 201: 5, 200: 2 });
    const { body } = await writers.send({ path: configMaps });
    const left = (body as unknown as { readonly items: readonly WriteResponse["body"][] }).items;
    for (const { metadata } of left) expect(["c5", "c6", "c7", "c8", "c9"]).toContain(metadata.name);
  });
});
