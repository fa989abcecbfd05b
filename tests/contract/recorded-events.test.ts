// Events of a recorder, as clients read them in both API groups.
import { ConfigMap, Event as CoreEvent } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { createEventRecorder } from "@kubewright/client";
import type { CreateEventRecorderOptions } from "@kubewright/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** Records the same event twice. */
async function recordTwice(options: Pick<CreateEventRecorderOptions, "apiVersion">) {
  const { client, clock, random } = server;
  const regarding = await client.create(ConfigMap, { metadata: { namespace, name: server.uniqueName("object-") } });
  const dropped: unknown[] = [];
  const recorder = createEventRecorder({
    client,
    component: "example.dev/operator",
    instance: "pod-0",
    clock,
    random,
    onDropped: (error) => dropped.push(error),
    ...options,
  });
  const annotations = { "example.dev/revision": "3" };
  for (let count = 0; count < 2; count += 1) {
    recorder.event(regarding, { type: "Normal", reason: "Started", action: "Start", note: "started", annotations });
    await recorder.flush();
  }
  await recorder[Symbol.asyncDispose]();
  expect(dropped).toEqual([]);
  return regarding.metadata;
}

test("an Event that is recorded in core/v1 has its count, and annotations", async () => {
  const { name, uid } = await recordTwice({ apiVersion: "v1" });

  const fieldSelector = `involvedObject.name=${name}`;
  const events = await Array.fromAsync(server.client.list(CoreEvent, { namespace, fieldSelector }));

  expect(events).toMatchObject([
    {
      metadata: { annotations: { "example.dev/revision": "3" } },
      involvedObject: { kind: "ConfigMap", uid },
      message: "started",
      source: { component: "example.dev/operator" },
      count: 2,
    },
  ]);
  expect(events[0]?.firstTimestamp).toMatch(/:\d\dZ$/u);
});

test("an Event that is recorded in core/v1 is read in events.k8s.io/v1 with its deprecated fields", async () => {
  const { name } = await recordTwice({ apiVersion: "v1" });

  const fieldSelector = `regarding.name=${name}`;
  const events = await Array.fromAsync(server.client.list(Event, { namespace, fieldSelector }));

  expect(events).toMatchObject([{ note: "started", reportingController: "example.dev/operator", deprecatedCount: 2 }]);
});

test("an Event that is recorded in events.k8s.io/v1 has a series, and annotations", async () => {
  const { name } = await recordTwice({});

  const fieldSelector = `involvedObject.name=${name}`;
  const events = await Array.fromAsync(server.client.list(CoreEvent, { namespace, fieldSelector }));

  expect(events).toMatchObject([
    { metadata: { annotations: { "example.dev/revision": "3" } }, message: "started", series: { count: 2 } },
  ]);
});
