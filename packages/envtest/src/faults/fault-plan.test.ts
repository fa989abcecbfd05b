// Faults without a server: what the server receives, and what the client does.
import { createVirtualClock } from "@kubewright/async";
import { bodyOf, isTransportError, readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { createFaultPlan } from "./fault-plan.ts";
import type { RequestFault } from "./request-fault.ts";

const create = { method: "POST", path: "/api/v1/namespaces/a/pods" };
const read = { method: "GET", path: "/api/v1/namespaces/a/pods/p" };

test.each<{ fault: RequestFault; received: number; kind: string; mayHaveBeenProcessed: boolean }>([
  { fault: { kind: "refused" }, received: 0, kind: "connect", mayHaveBeenProcessed: false },
  { fault: { kind: "requestLost" }, received: 0, kind: "reset", mayHaveBeenProcessed: true },
  { fault: { kind: "responseLost" }, received: 1, kind: "reset", mayHaveBeenProcessed: true },
])("$fault.kind ends the connection", async ({ fault, received, kind, mayHaveBeenProcessed }) => {
  const { server, paths } = createServer();
  const plan = createFaultPlan({ clock: createVirtualClock() }, [{ name: "ends", at: { verb: "create" }, fault }]);
  const transport = plan.wrap(server);

  const error: unknown = await transport.request(create).catch((reason: unknown) => reason);
  const again = await transport.request(create);

  expect(isTransportError(error) && { kind: error.kind, may: error.mayHaveBeenProcessed }).toEqual({
    kind,
    may: mayHaveBeenProcessed,
  });
  expect(paths).toHaveLength(received + 1);
  expect(await readText(again)).toBe("answer " + String(received + 1));
  expect(plan.injected).toMatchObject([{ name: "ends", request: { verb: "create", resource: "pods" } }]);
});

test("error responds with a Status and Retry-After, at the planned calls", async () => {
  const { server, paths } = createServer();
  const fault = { kind: "error", code: 429, retryAfterSeconds: 2 } as const;
  const plan = createFaultPlan({ clock: createVirtualClock() }, [{ name: "busy", at: { call: 2 }, times: 2, fault }]);
  const transport = plan.wrap(server);

  const answers = [];
  for (let call = 0; call < 4; call += 1) answers.push(await transport.request(read));

  expect(answers.map(({ status }) => status)).toEqual([200, 429, 429, 200]);
  expect(answers[1]?.headers["retry-after"]).toBe("2");
  expect(JSON.parse(await readText(answers[1] ?? { body: bodyOf() }))).toMatchObject({
    kind: "Status",
    reason: "TooManyRequests",
    code: 429,
    details: { retryAfterSeconds: 2 },
  });
  expect(paths).toHaveLength(2);
});

test("hang sends no response until the client aborts, or the transport is disposed", async () => {
  const { server, paths } = createServer();
  const plan = createFaultPlan({ clock: createVirtualClock() }, [
    { name: "black hole", at: {}, times: 2, fault: { kind: "hang" } },
  ]);
  const transport = plan.wrap(server);
  const controller = new AbortController();

  const aborted = transport.request({ ...read, signal: controller.signal });
  const disposed = transport.request(read);
  controller.abort(new Error("timed out"));
  await expect(aborted).rejects.toThrow("timed out");
  await transport[Symbol.asyncDispose]();

  await expect(disposed).rejects.toThrow("The transport with faults was disposed");
  expect(paths).toEqual([]);
});

test("delay delays the request and the response by the clock", async () => {
  const { server, paths } = createServer();
  const clock = createVirtualClock();
  const plan = createFaultPlan({ clock }, [
    { name: "slow", at: {}, fault: { kind: "delay", requestMs: 100, responseMs: 50 } },
  ]);

  const answered = plan
    .wrap(server)
    .request(read)
    .then(() => clock.now());
  await clock.advance(99);
  const before = paths.length;
  await clock.advance(51);

  expect(before).toBe(0);
  expect(await answered).toBe(150);
});

test("cut ends the body in place of an event, independent of chunks", async () => {
  const chunks = ['{"n":1}\n{"n":2}\n', '{"n":3}\n'];
  const { server } = createServer(() => bodyOf(...chunks));
  const fault = { kind: "cut", afterEvents: 2 } as const;
  const plan = createFaultPlan({ clock: createVirtualClock() }, [{ name: "cut", at: { verb: "watch" }, fault }]);

  const { body } = await plan.wrap(server).request({ method: "GET", path: "/api/v1/pods?watch=1" });

  const events: string[] = [];
  const reading = (async () => {
    for await (const chunk of body) events.push(new TextDecoder().decode(chunk));
  })();
  await expect(reading).rejects.toThrow("the connection was lost");
  expect(events).toEqual(['{"n":1}\n', '{"n":2}\n']);
});

test("duplicate sends twice, and stale repeats the response of the first read of the path", async () => {
  const { server, paths } = createServer();
  const plan = createFaultPlan({ clock: createVirtualClock() }, [
    { name: "twice", at: { verb: "create" }, fault: { kind: "duplicate" } },
    { name: "stale", at: { name: "p" }, fault: { kind: "stale" } },
  ]);
  const transport = plan.wrap(server);

  const created = await readText(await transport.request(create));
  const reads = [];
  for (let call = 0; call < 3; call += 1) reads.push(await readText(await transport.request(read)));

  expect(created).toBe("answer 2");
  expect(reads).toEqual(["answer 3", "answer 3", "answer 4"]);
  expect(paths).toHaveLength(4);
  expect(plan.injected.map(({ name }) => name)).toEqual(["twice", "stale"]);
});

test("points match by kind, subresource, namespace, name and function, and count over all transports of a plan", async () => {
  const { server } = createServer();
  const Pod = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };
  const fault = { kind: "error", code: 500 } as const;
  const plan = createFaultPlan({ clock: createVirtualClock() });
  plan.add({
    name: "status",
    at: { verb: ["patch", "update"], type: Pod, subresource: "status", namespace: "a", name: "p", call: 2 },
    fault,
  });
  plan.add({ name: "function", at: { matches: ({ path }) => path === "/readyz" }, fault });
  const status = { method: "PATCH", path: "/api/v1/namespaces/a/pods/p/status" };

  const answers = [];
  for (const request of [status, { ...status, method: "PUT" }, status, read, { method: "GET", path: "/readyz" }]) {
    answers.push((await plan.wrap(server).request(request)).status);
  }

  expect(answers).toEqual([200, 500, 200, 200, 500]);
  expect(plan.requests.map(({ verb }) => verb)).toEqual(["patch", "update", "patch", "get", "get"]);
});

test.each([{ call: 0 }, { call: 1.5 }, { times: -1 }])("a plan with %j is rejected", ({ call = 1, times = 1 }) => {
  const planning = (): unknown =>
    createFaultPlan({ clock: createVirtualClock() }, [
      { name: "wrong", at: { call }, times, fault: { kind: "refused" } },
    ]);

  expect(planning).toThrow('Cannot plan fault "wrong": ');
});

/** Responds with the number of the request. */
function createServer(bodyFor: (call: number) => AsyncIterable<Uint8Array> = (call) => bodyOf(`answer ${call}`)) {
  const paths: string[] = [];
  const server: Transport = {
    async request({ path }) {
      return { status: 200, headers: {}, body: bodyFor(paths.push(path)) };
    },
    upgrade: () => Promise.reject(new Error("not used")),
    async [Symbol.asyncDispose]() {},
  };
  return { server, paths };
}
