// The order in which requests of several lanes are sent, and which of them are retried.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { TransportError } from "@kubewright/transport";
import type { TransportRequest, TransportResponse } from "@kubewright/transport";
import { expect, test } from "vitest";
import type { Client } from "../client/client.ts";
import { createClient } from "../client/create-client.ts";
import type { CreateClientOptions } from "../client/create-client.ts";
import type { DelayedRequest } from "../observer.ts";
import { answerJson, answerStatus, answerText, createFakeTransport } from "../testdata/fake-transport.ts";
import { key, MyJob, stored } from "../testdata/fixture.ts";
import { createRequestBudget } from "./request-budget.ts";

interface Fixture {
  readonly client: Client;
  readonly clock: VirtualClock;
  /** The requests in the order in which they were sent, such as `PUT leases`. */
  readonly sent: string[];
  readonly delayed: DelayedRequest[];
  /** Sends a request whose result does not matter. */
  readonly send: (request: Promise<unknown>) => void;
}

/** A client of a server that responds with the result of `answer`, or never if that is undefined. */
function createFixture(
  answer: (request: TransportRequest, name: string) => TransportResponse | undefined,
  options: Partial<CreateClientOptions> = {},
): Fixture {
  const clock = createVirtualClock();
  const sent: string[] = [];
  const delayed: DelayedRequest[] = [];
  const { transport } = createFakeTransport(() => answerJson({}));
  const client = createClient({
    clock,
    random: { ...createSeededRandom(1), next: () => 0 },
    types: [MyJob, Lease],
    fieldManager: "me",
    observer: { requestDelayed: (event) => delayed.push(event) },
    transport: {
      ...transport,
      async request(request) {
        const resource = /leases|myjobs[^?]*/u.exec(request.path)?.[0] ?? request.path;
        const name = `${request.method} ${resource}`;
        sent.push(name);
        return answer(request, name) ?? (await new Promise<never>(() => {}));
      },
    },
    ...options,
  });
  return { client, clock, sent, delayed, send: (request) => void request.catch(() => {}) };
}

const lease = { metadata: { namespace: "default", name: "leader" }, spec: { holderIdentity: "me" } };
const overloaded = (seconds: string): TransportResponse =>
  answerText("Too many requests, please try again later.\n", 429, {
    "retry-after": seconds,
    "content-type": "text/plain; charset=utf-8",
  });

test("Leases, status writes and deletes are sent at once while hundreds of lists wait for their responses", async () => {
  const { client, clock, sent, send } = createFixture((_, name) =>
    name === "GET myjobs" ? undefined : answerJson(stored),
  );
  for (let count = 0; count < 300; count += 1) send(Array.fromAsync(client.list(MyJob)));
  await clock.settle();
  const lists = sent.length;

  await client.update(Lease, lease);
  await client.patchStatus(MyJob, key, { phase: "running" });
  await client.delete(MyJob, key);

  expect(lists).toBe(25);
  expect(sent.slice(lists)).toEqual(["PUT leases", "PATCH myjobs/pi/status", "DELETE myjobs/pi"]);
});

test("requests that have waited are sent in the order of their lanes", async () => {
  const budget = createRequestBudget({ clock: createVirtualClock(), concurrencyMax: 4 });
  let isHanging = true;
  const { client, clock, sent, send } = createFixture(() => (isHanging ? undefined : answerJson(stored)), { budget });
  const end = new AbortController();
  for (let count = 0; count < 4; count += 1) send(client.update(Lease, lease, { signal: end.signal }));
  await clock.settle();
  isHanging = false;

  send(Array.fromAsync(client.list(MyJob)));
  send(client.get(MyJob, key));
  send(client.create(MyJob, { metadata: key }));
  send(client.patchStatus(MyJob, key, { phase: "running" }));
  send(client.update(Lease, lease));
  await clock.settle();
  for (let count = 0; count < 4; count += 1) budget.release("urgent"); // The four requests end.
  await clock.settle();

  expect(sent.slice(4)).toEqual(["PATCH myjobs/pi/status", "PUT leases", "GET myjobs/pi", "POST myjobs", "GET myjobs"]);
});

test("after a rejection by the server's flow control, only urgent requests are sent until Retry-After has passed", async () => {
  let isOverloaded = true;
  const { client, clock, sent, send, delayed } = createFixture((_, name) =>
    isOverloaded && name !== "PUT leases" ? overloaded("10") : answerJson(stored),
  );
  send(client.get(MyJob, key));
  await clock.settle();
  isOverloaded = false;

  for (let count = 0; count < 3; count += 1) send(Array.fromAsync(client.list(MyJob)));
  send(client.create(MyJob, { metadata: key }));
  send(client.update(Lease, lease));
  await clock.advance(9_999);
  const before = [...sent];
  await clock.advance(1);

  expect(before).toEqual(["GET myjobs/pi", "PUT leases"]);
  expect(sent.slice(2).sort()).toEqual(["GET myjobs", "GET myjobs", "GET myjobs", "GET myjobs/pi", "POST myjobs"]);
  expect(sent.findIndex((name) => name === "POST myjobs")).toBeLessThan(sent.indexOf("GET myjobs"));
  expect(delayed.map(({ verb, lane, waitedMs }) => `${verb} ${lane} ${waitedMs}`)).toContain("create default 10000");
});

test("a rejected list pauses only lists", async () => {
  const { client, clock, sent, send } = createFixture((_, name) =>
    name === "GET myjobs" ? overloaded("10") : answerJson(stored),
  );
  send(Array.fromAsync(client.list(MyJob)));
  await clock.settle();

  await client.get(MyJob, key);
  send(Array.fromAsync(client.list(MyJob)));
  await clock.advance(9_999);

  expect(sent).toEqual(["GET myjobs", "GET myjobs/pi"]);
});

test("a 429 of a resource, for example an eviction that a disruption budget forbids, does not pause other requests", async () => {
  const { client, sent } = createFixture((_, name) =>
    name.startsWith("POST")
      ? answerStatus(429, "TooManyRequests", { headers: { "retry-after": "10", "content-type": "application/json" } })
      : answerJson(stored),
  );

  await expect(client.subresource(MyJob, key, "eviction").create({ metadata: key })).rejects.toThrow("TooManyRequests");
  await client.get(MyJob, key);

  expect(sent).toEqual(["POST myjobs/pi/eviction", "GET myjobs/pi"]);
});

test("a create that the server's flow control has rejected is retried after Retry-After", async () => {
  let rejections = 2;
  const { client, clock, sent } = createFixture(() => ((rejections -= 1) >= 0 ? overloaded("1") : answerJson(stored)));

  const made = await clock.runUntilSettled(client.create(MyJob, { metadata: key }));

  expect(made.metadata.uid).toBe("u1");
  expect(sent).toEqual(["POST myjobs", "POST myjobs", "POST myjobs"]);
});

test("a create is not retried after another failure, with any policy", async () => {
  let failure: "status" | "connection" = "status";
  const retry = { statuses: [429], readStatuses: [429], readFailures: true, retriesMax: 50 };
  const { client, clock, sent } = createFixture(
    () => {
      if (failure === "status") return answerStatus(429, "TooManyRequests", { headers: { "retry-after": "1" } });
      throw reset;
    },
    { retry },
  );

  await expect(clock.runUntilSettled(client.create(MyJob, { metadata: key }))).rejects.toThrow("TooManyRequests");
  failure = "connection";
  await expect(clock.runUntilSettled(client.create(MyJob, { metadata: key }, { retriesMax: 9 }))).rejects.toBe(reset);

  expect(sent).toEqual(["POST myjobs", "POST myjobs"]);
});

test("with readFailures, a read is retried after the backoff, and an update with an unknown outcome is not", async () => {
  let failures = 2;
  const { client, clock, sent } = createFixture(
    () => {
      if ((failures -= 1) >= 0) throw reset;
      return answerJson(stored);
    },
    { retry: { readFailures: true, backoff: { initialMs: 100, maxMs: 1_000 } } },
  );

  const found = await clock.runUntilSettled(client.get(MyJob, key));
  const took = clock.now();
  failures = 1;
  await expect(client.update(MyJob, { metadata: key })).rejects.toBe(reset);

  expect([found?.metadata.uid, took]).toEqual(["u1", 300]);
  expect(sent).toEqual(["GET myjobs/pi", "GET myjobs/pi", "GET myjobs/pi", "PUT myjobs/pi"]);
});

test("clients with one budget share its slots, and a request that fails or is aborted releases its slot", async () => {
  const budget = createRequestBudget({ concurrencyMax: 4 });
  const hanging = createFixture(() => undefined, { budget });
  const failing = createFixture(
    () => {
      throw reset;
    },
    { budget },
  );
  const end = new AbortController();
  for (let count = 0; count < 3; count += 1) hanging.send(hanging.client.get(MyJob, key, { signal: end.signal }));
  for (let count = 0; count < 20; count += 1) failing.send(failing.client.delete(MyJob, key));
  failing.send(failing.client.get(MyJob, key));
  await failing.clock.settle();

  expect([hanging.sent.length, failing.sent.filter((name) => name.startsWith("DELETE")).length]).toEqual([3, 20]);
  expect(failing.sent).not.toContain("GET myjobs/pi");
});

const reset = new TransportError({
  kind: "reset",
  action: "reach the server",
  address: "a:1",
  found: "the peer has closed the connection",
  mayHaveBeenProcessed: true,
});
