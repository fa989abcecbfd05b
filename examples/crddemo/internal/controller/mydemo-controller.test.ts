// The program on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real. It starts before its CRD is installed.
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { eventually, installCrds, readCrds } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mydemo } from "../../api/v1/zz_generated.mydemo.ts";
import { crds, startFixture } from "./mydemo-fixture.ts";
import type { Fixture } from "./mydemo-fixture.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
  await fixture.startReplica("test");
}, 180_000);

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

const mydemo: Mydemo = {
  apiVersion: "crddemo.k8s.io/v1",
  kind: "Mydemo",
  metadata: { name: "example-mydemo" },
  spec: { ip: "127.0.0.1", port: 8080 },
};

/** Resolves once a message with the text is logged, after the first `from` entries. */
async function untilLogged(text: string, from = 0): Promise<void> {
  await fixture.env.operatorLog.waitForMessage(text, { from });
}

test("a program that starts before its CRD logs the failed list, retries, and starts its workers once the CRD is installed", async () => {
  const { env, clientset, namespace } = fixture;
  const { entries } = env.operatorLog;
  const mydemos = clientset.crddemoV1().mydemos(namespace);
  const synced = `Successfully synced '${namespace}/example-mydemo'`;
  const failed =
    "Failed to list *v1.Mydemo: the server could not find the requested resource (get mydemos.crddemo.k8s.io)";
  await untilLogged(failed);
  await untilLogged(failed, entries.length);

  await installCrds(await readCrds([crds]), env);
  const installedAt = env.clock.now();
  await untilLogged("Started workers");
  const lateMs = env.clock.now() - installedAt;
  await mydemos.create(mydemo);
  await untilLogged(synced);
  const beforeUpdate = entries.length;
  await mydemos.patch("example-mydemo", { type: "merge", body: { spec: { port: 9080 } } });
  await untilLogged(synced, beforeUpdate);
  const beforeDelete = entries.length;
  await mydemos.delete("example-mydemo");
  await untilLogged(synced, beforeDelete);

  const messages = fixture.messages("test");
  expect(messages.filter((message) => !message.startsWith("Failed to list"))).toEqual([
    "Setting up mydemo event handlers",
    "Starting Mydemo control loop",
    "Waiting for informer caches to sync",
    "Starting workers",
    "Started workers",
    "[DemoCRD] Try to process mydemo",
    synced,
    "[DemoCRD] Try to process mydemo",
    synced,
    `[DemoCRD] Deleting mydemo: ${namespace}/example-mydemo ...`,
    synced,
  ]);
  expect(messages.indexOf(failed)).toBeGreaterThan(messages.indexOf("Waiting for informer caches to sync"));
  expect(messages.lastIndexOf(failed)).toBeLessThan(messages.indexOf("Starting workers"));
  expect(lateMs).toBeLessThan(10_000); // A second on an idle machine; tests assert no milliseconds.
  await eventually(async () => expect(await eventNotes()).toContain("Normal Synced Mydemo synced successfully"), env);
});

test("each of 20 Mydemos without fields is processed", async () => {
  const mydemos = fixture.clientset.crddemoV1().mydemos(fixture.namespace);
  await installCrds(await readCrds([crds]), fixture.env);
  await untilLogged("Started workers");
  const names = Array.from({ length: 20 }, (_, index) => `many-${index}`);

  for (const name of names) await mydemos.create({ ...mydemo, metadata: { name }, spec: {} });
  for (const name of names) await untilLogged(`Successfully synced '${fixture.namespace}/${name}'`);

  expect(await Array.fromAsync(mydemos.list())).toHaveLength(20);
});

async function eventNotes(): Promise<readonly string[]> {
  const { env, namespace } = fixture;
  const events = await Array.fromAsync(env.client.list(Event, { namespace }));
  return events.map(({ reason, note, type }) => `${type} ${reason} ${note}`);
}
