// Leases and Events that many processes write concurrently: candidates that renew one Lease, recorders that write one Event in both of its groups.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWriters } from "./writers.ts";
import type { Writers } from "./writers.ts";

const numbers = Array.from({ length: 16 }, (_, index) => index + 1);
const merge = { "content-type": "application/merge-patch+json" };

let server: ServerUnderTest;
let writers: Writers;
let namespace: string;
let core: string;
let events: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  writers = await startWriters(server, "the transport of the suite");
  namespace = await server.createNamespace();
  core = `/api/v1/namespaces/${namespace}/events`;
  events = `/apis/events.k8s.io/v1/namespaces/${namespace}/events`;
});

afterAll(async () => {
  await writers[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** How many responses have each status. */
function countsOf(answers: readonly { readonly status: number }[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const about = (): object => ({ apiVersion: "v1", kind: "Pod", namespace, name: "p" });
const coreEvent = (name: string): object => ({
  metadata: { name },
  involvedObject: about(),
  reason: "R",
  message: "m",
  type: "Normal",
  count: 1,
});
const newEvent = (name: string): object => ({
  metadata: { name },
  regarding: about(),
  reason: "R",
  note: "m",
  type: "Normal",
  action: "A",
  reportingController: "example.com/c",
  reportingInstance: "i",
  eventTime: "2026-01-01T00:00:00.000000Z",
});

test("one of 16 renewals of a Lease with one version succeeds and the others are conflicts, in each round", async () => {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  let lease = await writers.send({ method: "POST", path, body: { metadata: { name: "l" }, spec: {} } });

  for (const round of [1, 2, 3]) {
    const { resourceVersion } = lease.body.metadata;
    const renewals = numbers.map((number) => ({
      method: "PUT",
      path: `${path}/l`,
      body: {
        metadata: { name: "l", resourceVersion },
        spec: { holderIdentity: `h${number}`, leaseTransitions: round },
      },
    }));

    const answers = await writers.together(renewals);

    expect(countsOf(answers)).toEqual({ 200: 1, 409: 15 });
    lease = await writers.send({ path: `${path}/l` });
    expect(lease.body.spec).toEqual(answers.find(({ status }) => status === 200)?.body.spec);
  }
});

test("one of 16 creates of an Event in both of its groups succeeds", async () => {
  const creates = numbers.map((number) =>
    number % 2 === 0
      ? { method: "POST", path: core, body: coreEvent("created") }
      : { method: "POST", path: events, body: newEvent("created") },
  );

  const answers = await writers.together(creates);

  expect(countsOf(answers)).toEqual({ 201: 1, 409: 15 });
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.reason)).toEqual(
    Array.from({ length: 15 }, () => "AlreadyExists"),
  );
});

test("patches of one Event through both of its groups are all stored", async () => {
  await writers.send({ method: "POST", path: events, body: newEvent("patched") });
  const patches = numbers.map((number) => ({
    method: "PATCH",
    path: `${number % 2 === 0 ? core : events}/patched`,
    headers: merge,
    body: { metadata: { annotations: { [`example.com/w${number}`]: "1" } } },
  }));

  expect(countsOf(await writers.together(patches))).toEqual({ 200: 16 });

  const inCore = await writers.send({ path: `${core}/patched` });
  const inEvents = await writers.send({ path: `${events}/patched` });
  expect(Object.keys(inCore.body.metadata.annotations ?? {})).toHaveLength(16);
  expect(inEvents.body.metadata).toMatchObject({ resourceVersion: inCore.body.metadata.resourceVersion });
});

test("patches of an Event that is deleted meanwhile succeed or get 404, and do not create it again", async () => {
  await writers.send({ method: "POST", path: core, body: coreEvent("deleted") });
  const patches = numbers.map((number) => ({
    method: "PATCH",
    path: `${number % 2 === 0 ? core : events}/deleted`,
    headers: merge,
    body: { metadata: { labels: { w: `${number}` } } },
  }));
  const removal = { method: "DELETE", path: `${events}/deleted` };

  const [removed, ...answers] = await writers.together([removal, ...patches]);

  expect(removed?.status).toBe(200);
  expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  expect((await writers.send({ path: `${core}/deleted` })).status).toBe(404);
});
