// Actions on Pods and accounts by many writers at once: each decides on the object that it changes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { binding, budget, create, eviction, pod, runningPod } from "./bodies.ts";
import { messagesOf, patch, post, startWriters, tally, ways } from "./writers.ts";
import type { Writers } from "./writers.ts";

const numbers = Array.from({ length: 10 }, (_, index) => index);

let server: ServerUnderTest;
let namespace: string;
let core: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  core = `/api/v1/namespaces/${namespace}`;
});

describe.for(ways)("over %s", (way) => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  test("one of several bindings of a Pod succeeds, and the errors of the others name its node", async () => {
    const path = await create(writers, `${core}/pods`, pod("bound"));

    const responses = await writers.together(
      ["n1", "n2", "n3"].map((node) => post(`${path}/binding`, binding("bound", node))),
    );

    expect(tally(responses)).toEqual({ 201: 1, 409: 2 });
    const { body } = await writers.send({ path });
    expect(messagesOf(responses, 409)).toEqual([
      `Operation cannot be fulfilled on pods/binding "bound": pod bound is already assigned to node "${String(body.spec?.["nodeName"])}"`,
    ]);
  });

  test("one of several bindings through both endpoints succeeds", async () => {
    await create(writers, `${core}/pods`, pod("bound"));

    const responses = await writers.together([
      post(`${core}/bindings`, binding("bound", "n1")),
      post(`${core}/pods/bound/binding`, binding("bound", "n2")),
      post(`${core}/bindings`, binding("bound", "n3")),
    ]);

    expect(tally(responses)).toEqual({ 201: 1, 409: 2 });
  });

  test("bindings and patches of one Pod at once: the binding succeeds, and no patch is lost", async () => {
    const path = await create(writers, `${core}/pods`, pod("bound"));
    const patches = numbers.map((n) => patch("merge", path, { metadata: { annotations: { [`a${n}`]: "x" } } }));

    const responses = await writers.together([
      ...patches.slice(0, 5),
      post(`${path}/binding`, binding("bound", "n1")),
      ...patches.slice(5),
    ]);

    expect(tally(responses)).toEqual({ 200: 10, 201: 1 });
    const { body } = await writers.send({ path });
    expect(body.spec?.["nodeName"]).toBe("n1");
    expect(Object.keys(body.metadata.annotations ?? {})).toHaveLength(10);
  });

  test("as many evictions of several Pods succeed as the budget allows", async () => {
    const names = ["p0", "p1", "p2", "p3"];
    await Promise.all(names.map((name) => runningPod(writers, core, name)));
    const path = await budget(writers, namespace, 1);

    const responses = await writers.together(
      names.map((name) => post(`${core}/pods/${name}/eviction`, eviction(name))),
    );

    expect(tally(responses)).toEqual({ 201: 1, 429: 3 });
    expect(messagesOf(responses, 429)).toEqual(["Cannot evict pod as it would violate the pod's disruption budget."]);
    const evicted = names.filter((_, index) => responses[index]?.status === 201);
    const { body } = await writers.send({ path });
    const { disruptionsAllowed, disruptedPods } = body.status as { disruptionsAllowed: number; disruptedPods: object };
    expect([disruptionsAllowed, Object.keys(disruptedPods)]).toEqual([0, evicted]);
    const left = await Promise.all(names.map((name) => writers.send({ path: `${core}/pods/${name}` })));
    expect(tally(left)).toEqual({ 200: 3, 404: 1 });
  });

  test("at least one of several evictions of a Pod without a budget succeeds, and the others succeed or get 404", async () => {
    await create(writers, `${core}/pods`, pod("alone"));

    const responses = await writers.together(numbers.map(() => post(`${core}/pods/alone/eviction`, eviction("alone"))));

    for (const { status } of responses) expect([201, 404]).toContain(status);
    expect(tally(responses)[201]).toBeGreaterThanOrEqual(1);
    expect((await writers.send({ path: `${core}/pods/alone` })).status).toBe(404);
  });

  test("ephemeral containers that are added concurrently are all stored", async () => {
    const path = await create(writers, `${core}/pods`, pod("debugged"));

    const responses = await writers.together(
      numbers.map((n) =>
        patch("strategic", `${path}/ephemeralcontainers`, {
          spec: { ephemeralContainers: [{ name: `d${n}`, image: "x:1" }] },
        }),
      ),
    );

    expect(tally(responses)).toEqual({ 200: 10 });
    expect((await writers.send({ path })).body.spec).toHaveProperty("ephemeralContainers.length", 10);
  });

  test("tokens of one service account can be requested concurrently", async () => {
    const path = await create(writers, `${core}/serviceaccounts`, { metadata: { name: "robot" } });

    const responses = await writers.together(numbers.map(() => post(`${path}/token`, { spec: {} })));

    expect(tally(responses)).toEqual({ 201: 10 });
  });
});
