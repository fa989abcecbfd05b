import assert from "node:assert/strict";

import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import type { KubernetesObject } from "@kubewright/apimachinery";
import type { TransportResponse } from "@kubewright/transport";
import { test } from "vitest";

import { createClient } from "../client/create-client.ts";
import { answerJson, answerStatus, createFakeTransport } from "../testdata/fake-transport.ts";
import type { FakeRequest } from "../testdata/fake-transport.ts";
import { createEventRecorder } from "./create-event-recorder.ts";
import type { CreateEventRecorderOptions } from "./create-event-recorder.ts";
import type { EventNote, EventRecorder } from "./event-recorder.ts";

interface Fixture {
  readonly clock: VirtualClock;
  readonly requests: FakeRequest[];
  readonly dropped: unknown[];
  readonly recorder: EventRecorder;
}

const job: KubernetesObject = {
  apiVersion: "example.dev/v1",
  kind: "MyJob",
  metadata: { name: "pi", namespace: "team", uid: "u1", resourceVersion: "41" },
};

const failed: EventNote = { type: "Warning", reason: "FailedCreate", action: "CreatePod", note: "quota exceeded" };

function createFixture(
  answer: (request: FakeRequest) => TransportResponse = () => answerJson({}),
  options: Pick<CreateEventRecorderOptions, "apiVersion"> = {},
): Fixture {
  const clock = createVirtualClock({ startTime: Date.UTC(2026, 10, 20, 21, 26, 30, 123) });
  const random = createSeededRandom(1);
  const { transport, requests } = createFakeTransport(answer);
  const dropped: unknown[] = [];
  const recorder = createEventRecorder({
    client: createClient({ transport, clock, random }),
    component: "example.dev/controller",
    instance: "pod-0",
    clock,
    random,
    onDropped: (error) => dropped.push(error),
    ...options,
  });
  return { clock, requests, dropped, recorder };
}

test("an event is written as events.k8s.io/v1, in the namespace of its object", async () => {
  const { clock, requests, recorder } = createFixture();

  recorder.event(job, failed);
  await recorder.flush();

  assert.equal(requests.length, 1);
  assert.equal(requests[0]?.method, "POST");
  assert.equal(requests[0]?.path, "/apis/events.k8s.io/v1/namespaces/team/events");
  const body = JSON.parse(requests[0]?.body ?? "") as { metadata: { name: string } };
  assert.deepEqual(body, {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { name: `pi.${(BigInt(clock.wallTime()) * 1_000_000n + 1n).toString(16)}`, namespace: "team" },
    eventTime: "2026-11-20T21:26:30.123000Z",
    ...failed,
    regarding: {
      apiVersion: "example.dev/v1",
      kind: "MyJob",
      name: "pi",
      namespace: "team",
      uid: "u1",
      resourceVersion: "41",
    },
    reportingController: "example.dev/controller",
    reportingInstance: "pod-0",
  });
});

test("an event of apiVersion v1 has the fields of core/v1, and a repetition updates its count and time", async () => {
  const { clock, requests, recorder } = createFixture(() => answerJson({}), { apiVersion: "v1" });

  recorder.event(job, failed);
  await clock.advance(2_000);
  recorder.event(job, failed);
  await recorder.flush();

  assert.deepEqual(
    requests.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f]{10,}.*/u, "")}`),
    ["POST /api/v1/namespaces/team/events", "PATCH /api/v1/namespaces/team/events/pi."],
  );
  const { metadata: _metadata, ...created } = JSON.parse(requests[0]?.body ?? "") as { metadata: object };
  assert.deepEqual(created, {
    apiVersion: "v1",
    kind: "Event",
    involvedObject: { apiVersion: "example.dev/v1", kind: "MyJob", ...job.metadata },
    type: "Warning",
    reason: "FailedCreate",
    message: "quota exceeded",
    source: { component: "example.dev/controller" },
    reportingComponent: "example.dev/controller",
    reportingInstance: "",
    firstTimestamp: "2026-11-20T21:26:30Z",
    count: 1,
    lastTimestamp: "2026-11-20T21:26:30Z",
  });
  assert.deepEqual(JSON.parse(requests[1]?.body ?? ""), {
    message: "quota exceeded",
    count: 2,
    lastTimestamp: "2026-11-20T21:26:32Z",
  });
});

test("events of apiVersion v1 with different messages are different Events, and the tenth and later ones are combined", async () => {
  const { requests, recorder } = createFixture(() => answerJson({}), { apiVersion: "v1" });

  for (let index = 1; index <= 12; index += 1) recorder.event(job, { ...failed, note: `no ${index}` });
  await recorder.flush();

  const written = requests.map(({ method, body }) => {
    const { message, count } = JSON.parse(body ?? "") as { readonly message: string; readonly count: number };
    return `${method} ${message} ${count}`;
  });
  assert.deepEqual(
    written.slice(0, 9),
    Array.from({ length: 9 }, (_, index) => `POST no ${index + 1} 1`),
  );
  assert.deepEqual(written.slice(9), [
    "POST (combined from similar events): no 10 1",
    "PATCH (combined from similar events): no 11 2",
    "PATCH (combined from similar events): no 12 3",
  ]);
});

test("an unknown apiVersion of Events is rejected", () => {
  assert.throws(() => createFixture(undefined, { apiVersion: "events.k8s.io/v1beta1" as "v1" }), {
    message: 'Cannot create event recorder: apiVersion is "events.k8s.io/v1beta1", must be "events.k8s.io/v1" or "v1"',
  });
});

test("an event is written at any time, including fractions of a millisecond", async () => {
  const { clock, requests, recorder, dropped } = createFixture();
  await clock.advance(0.78);

  recorder.event(job, failed);
  await recorder.flush();

  assert.deepEqual([requests.length, dropped], [1, []]);
});

test("an event about a cluster-scoped object is written to the default namespace, with a valid name", async () => {
  const { requests, recorder } = createFixture();

  recorder.event({ apiVersion: "v1", kind: "Node", metadata: { name: "system:Node/1" } }, failed);
  await recorder.flush();

  assert.equal(requests[0]?.path, "/apis/events.k8s.io/v1/namespaces/default/events");
  assert.match(requests[0]?.body ?? "", /"name":"system-node-1\.[0-9a-f]+"/u);
});

test("repetitions become a series, which is written at the second occurrence, at each heartbeat and at the end", async () => {
  const { clock, requests, recorder } = createFixture();

  for (let minute = 0; minute < 45; minute += 1) {
    recorder.event(job, { ...failed, note: `try ${minute}` });
    await clock.advance(60_000);
  }
  await clock.advance(720_000);

  const counts = requests.map(({ method, body }) =>
    method === "POST" ? "new" : (JSON.parse(body) as { series: { count: number } }).series.count,
  );
  assert.deepEqual(counts, ["new", 2, 32, 45]);
  assert.equal(requests[1]?.method, "PATCH");
  assert.match(requests[1]?.path ?? "", /\/namespaces\/team\/events\/pi\./u);
  assert.equal(clock.pendingTimers, 0);
});

test("the Event of a series is created again after it has expired", async () => {
  const { requests, recorder } = createFixture(({ method }) =>
    method === "PATCH" ? answerStatus(404, "NotFound") : answerJson({}),
  );

  recorder.event(job, failed);
  recorder.event(job, failed);
  await recorder.flush();

  assert.deepEqual(
    requests.map(({ method }) => method),
    ["POST", "PATCH", "POST"],
  );
  assert.match(requests[2]?.body ?? "", /"series":\{"count":2/u);
});

test("a recorder never throws: events that are invalid, exceed a bound or cannot be written are dropped and reported", async () => {
  const { requests, dropped, recorder } = createFixture(() => answerStatus(403, "Forbidden"));

  recorder.event({ metadata: { name: "x" } }, failed);
  recorder.event(job, { ...failed, reason: "" });
  recorder.event(job, failed);
  await recorder.flush();
  for (let number = 0; number < 40; number += 1) recorder.event(job, { ...failed, reason: `Reason${number}` });
  await recorder.flush();

  assert.equal(requests.length, 25);
  assert.equal(dropped.length, 3 + 40);
});

test("a lost response does not create a second Event", async () => {
  let tries = 0;
  const { clock, requests, dropped, recorder } = createFixture(() => {
    tries += 1;
    if (tries === 1) throw new Error("connection reset");
    return answerStatus(409, "AlreadyExists");
  });

  recorder.event(job, failed);
  await clock.advance(5_000);

  assert.equal(requests.length, 2);
  assert.equal(requests[0]?.body, requests[1]?.body);
  assert.deepEqual(dropped, []);
});

test("an Event is dropped after a bounded number of attempts while the server is unavailable", async () => {
  const { clock, requests, dropped, recorder } = createFixture(() => {
    throw new Error("connection refused");
  });

  recorder.event(job, failed);
  await clock.advance(600_000);

  assert.equal(requests.length, 5);
  assert.equal(dropped.length, 1);
});

test("disposing writes queued Events and the counts of series, within its timeout", async () => {
  const { requests, recorder } = createFixture();
  for (let number = 0; number < 5; number += 1) recorder.event(job, failed);

  await recorder[Symbol.asyncDispose]();
  await recorder[Symbol.asyncDispose]();
  recorder.event(job, { ...failed, reason: "TooLate" });

  assert.equal(requests.length, 3);
  assert.match(requests[2]?.body ?? "", /"count":5/u);
});

test("disposing ends after its timeout if the server does not respond", async () => {
  const { clock, dropped, recorder } = createFixture(() => {
    throw new Error("connection refused");
  });
  recorder.event(job, failed);
  recorder.event(job, { ...failed, reason: "Other" });

  await clock.runUntilSettled(recorder[Symbol.asyncDispose]());

  assert.equal(clock.pendingTimers, 0);
  assert.ok(dropped.length >= 1);
});

test("a note is cut to the server's limit, and its control characters are replaced", async () => {
  const { requests, recorder } = createFixture();

  recorder.event(job, { ...failed, note: `\u{1b}[31m${"ü".repeat(1_000)}` });
  await recorder.flush();

  const { note } = JSON.parse(requests[0]?.body ?? "") as { note: string };
  assert.ok(Buffer.byteLength(note) <= 1_024);
  assert.ok(note.endsWith("ü…"));
  assert.ok(!note.includes("\u{1b}"));
});
