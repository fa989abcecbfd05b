// Bindings, evictions, scales and token requests that a webhook holds while other writers write: they use the state after the wait.
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { binding, budget, budgetStatus, create, eviction, pod, runningPod, workload } from "./bodies.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { hold, meetAt, patch, post, remove, ruleFor, startWriters, tally } from "./writers.ts";
import type { WriteResponse, Writers } from "./writers.ts";

let server: ServerUnderTest;
let writers: Writers;
let host: WebhookHost;
let namespace: string;
let core: string;
let apps: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  core = `/api/v1/namespaces/${namespace}`;
  apps = `/apis/apps/v1/namespaces/${namespace}`;
  writers = await startWriters(server, "four HTTP/2 connections");
  host = await startWebhookHost(server, namespace);
  return async () => {
    await host[Symbol.asyncDispose]();
    await writers[Symbol.asyncDispose]();
  };
});

async function heldBy(
  resource: string,
  request: () => Promise<WriteResponse>,
  meanwhile: () => Promise<unknown>,
): Promise<WriteResponse> {
  await using _ = await host.configure("mutating", [
    host.webhook("slow", ruleFor("*", resource, ["CREATE", "UPDATE"])),
  ]);
  const held = hold(host, "/slow");
  const late = request();
  await held.arrived;
  await meanwhile();
  held.release();
  return await late;
}

test("one of three bindings that all pass the webhook before the first is stored succeeds", async () => {
  const path = await create(writers, `${core}/pods`, pod("bound"));
  await using _ = await host.configure("validating", [host.webhook("meet", ruleFor("", "pods/binding"))]);
  meetAt(host, "/meet", 3);

  const responses = await writers.together(
    ["n1", "n2", "n3"].map((node) => post(`${path}/binding`, binding("bound", node))),
  );

  expect(tally(responses)).toEqual({ 201: 1, 409: 2 });
  expect(host.callsOf("/meet")).toHaveLength(3);
});

test("a binding is rejected if the Pod is bound meanwhile", async () => {
  const path = await create(writers, `${core}/pods`, pod("bound"));

  const { status, body } = await heldBy(
    "pods/binding",
    () => writers.send(post(`${path}/binding`, binding("bound", "late"))),
    () => writers.send(post(`${path}/binding`, binding("bound", "early"))),
  );

  expect([status, body.message]).toEqual([
    409,
    'Operation cannot be fulfilled on pods/binding "bound": pod bound is already assigned to node "early"',
  ]);
});

test("a binding of a Pod that is deleted meanwhile gets 404", async () => {
  const path = await create(writers, `${core}/pods`, pod("bound"));

  const { status, body } = await heldBy(
    "pods/binding",
    () => writers.send(post(`${path}/binding`, binding("bound", "late"))),
    () => writers.send(remove(path)),
  );

  expect([status, body.message]).toEqual([404, 'pods "bound" not found']);
});

test("a binding is rejected if the deletion of the Pod has begun meanwhile", async () => {
  const path = await create(writers, `${core}/pods`, {
    ...pod("bound"),
    metadata: { name: "bound", finalizers: ["a.b/c"] },
  });

  const { status, body } = await heldBy(
    "pods/binding",
    () => writers.send(post(`${path}/binding`, binding("bound", "late"))),
    () => writers.send(remove(path)),
  );

  expect([status, body.message]).toEqual([
    409,
    'Operation cannot be fulfilled on pods/binding "bound": pod bound is being deleted, cannot be assigned to a host',
  ]);
});

test("a binding applies to a Pod that was deleted and created again meanwhile, unless it has the uid", async () => {
  const path = await create(writers, `${core}/pods`, pod("bound"));
  const { body: first } = await writers.send({ path });
  const recreate = async (): Promise<void> => {
    await writers.send(remove(path));
    await create(writers, `${core}/pods`, pod("bound"));
  };

  const named = await heldBy(
    "pods/binding",
    () => writers.send(post(`${path}/binding`, binding("bound", "late", { uid: first.metadata.uid }))),
    recreate,
  );
  const unnamed = await heldBy(
    "pods/binding",
    () => writers.send(post(`${path}/binding`, binding("bound", "late"))),
    recreate,
  );

  expect(named.status).toBe(409);
  expect(named.body.message).toContain(
    `Precondition failed: UID in precondition: ${first.metadata.uid}, UID in object meta: `,
  );
  expect(unnamed.status).toBe(201);
  expect((await writers.send({ path })).body.spec?.["nodeName"]).toBe("late");
});

test("an eviction is rejected if the budget is exhausted meanwhile", async () => {
  await runningPod(writers, core, "p0");
  const path = await budget(writers, namespace, 1);

  const { status } = await heldBy(
    "pods/eviction",
    () => writers.send(post(`${core}/pods/p0/eviction`, eviction("p0"))),
    () => writers.send(patch("merge", `${path}/status`, { status: budgetStatus(0) })),
  );

  expect(status).toBe(429);
  expect((await writers.send({ path: `${core}/pods/p0` })).status).toBe(200);
});

test("as many evictions that all pass the webhook before the first is carried out succeed as the budget allows", async () => {
  const names = ["p0", "p1", "p2"];
  await Promise.all(names.map((name) => runningPod(writers, core, name)));
  await budget(writers, namespace, 1);
  await using _ = await host.configure("validating", [host.webhook("meet", ruleFor("", "pods/eviction"))]);
  meetAt(host, "/meet", 3);

  const responses = await writers.together(names.map((name) => post(`${core}/pods/${name}/eviction`, eviction(name))));

  expect(tally(responses)).toEqual({ 201: 1, 429: 2 });
});

test("an eviction of a Pod that is deleted meanwhile gets 404, and does not evict a later Pod of its name if it has the uid", async () => {
  const path = await create(writers, `${core}/pods`, pod("gone"));
  const evict = (deleteOptions?: object) => (): Promise<WriteResponse> =>
    writers.send(post(`${path}/eviction`, eviction("gone", deleteOptions)));

  const absent = await heldBy("pods/eviction", evict(), () => writers.send(remove(path)));
  await create(writers, `${core}/pods`, pod("gone"));
  const { uid } = (await writers.send({ path })).body.metadata;
  const other = await heldBy("pods/eviction", evict({ preconditions: { uid } }), async () => {
    await writers.send(remove(path));
    await create(writers, `${core}/pods`, pod("gone"));
  });

  expect([absent.status, other.status]).toEqual([404, 409]);
  expect((await writers.send({ path })).status).toBe(200);
});

test("a scale is written to the object that other writers have changed meanwhile", async () => {
  const path = await create(writers, `${apps}/deployments`, workload("many"));

  const { status } = await heldBy(
    "deployments/scale",
    () => writers.send(patch("merge", `${path}/scale`, { spec: { replicas: 5 } })),
    () =>
      writers.send(
        patch("merge", path, { metadata: { annotations: { early: "x" } }, spec: { replicas: 3, paused: true } }),
      ),
  );

  expect(status).toBe(200);
  const { body } = await writers.send({ path });
  expect(body.spec).toMatchObject({ replicas: 5, paused: true });
  expect(body.metadata.annotations).toEqual({ early: "x" });
  expect(body.metadata.generation).toBe(3);
});

test("a scale of an object that is deleted meanwhile gets 404", async () => {
  const path = await create(writers, `${apps}/deployments`, workload("many"));

  const { status, body } = await heldBy(
    "deployments/scale",
    () => writers.send(patch("merge", `${path}/scale`, { spec: { replicas: 5 } })),
    () => writers.send(remove(path)),
  );

  expect([status, body.message]).toEqual([404, 'deployments.apps "many" not found']);
});

test("a token request for a service account that is deleted meanwhile gets 404", async () => {
  const path = await create(writers, `${core}/serviceaccounts`, { metadata: { name: "robot" } });

  const { status, body } = await heldBy(
    "serviceaccounts/token",
    () => writers.send(post(`${path}/token`, { spec: {} })),
    () => writers.send(remove(path)),
  );

  expect([status, body.message]).toEqual([404, 'serviceaccounts "robot" not found']);
});

test("a binding and an eviction whose timeouts expire change neither the Pod nor the budget", async () => {
  const path = await create(writers, `${core}/pods`, pod("bound"));
  await runningPod(writers, core, "p0");
  await runningPod(writers, core, "p1");
  await budget(writers, namespace, 1);
  const late = { kind: "Node", name: "late" };
  const rules = ruleFor("", "pods/*");
  await using _ = await host.configure("validating", [host.webhook("slow", { ...rules, timeoutSeconds: 30 })]);
  const released = Promise.withResolvers<void>();
  host.answer("/slow", async ({ name, object }) => {
    if (name === "p0" || ("target" in object && isDeepStrictEqual(object.target, late))) await released.promise;
    return {};
  });

  const timedOut = await Promise.allSettled([
    writers.send(post(`${path}/binding?timeout=500ms`, binding("bound", "late"))),
    writers.send(post(`${core}/pods/p0/eviction?timeout=500ms`, eviction("p0"))),
  ]);
  const early = await writers.together([
    post(`${path}/binding`, binding("bound", "early")),
    post(`${core}/pods/p1/eviction`, eviction("p1")),
  ]);
  released.resolve();
  // This write passes the webhook later than the expired writes would have.
  const evicted = await writers.send(post(`${core}/pods/p0/eviction`, eviction("p0")));

  expect(timedOut.map((each) => (each.status === "rejected" ? 504 : each.value.status))).toEqual([504, 504]);
  expect(early.map(({ status }) => status)).toEqual([201, 201]);
  expect(evicted.status).toBe(429);
  expect((await writers.send({ path })).body.spec?.["nodeName"]).toBe("early");
  expect((await writers.send({ path: `${core}/pods/p0` })).status).toBe(200);
});
