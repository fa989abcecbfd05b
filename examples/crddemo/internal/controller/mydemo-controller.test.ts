// The program on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real. It is started before its CRD is there.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mydemo } from "../../api/v1/zz_generated.mydemo.ts";
import { startFixture } from "./mydemo-fixture.ts";
import type { Fixture } from "./mydemo-fixture.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
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

test("started before its CRD, it says that the list failed, tries again, and works as soon as the CRD is there, with no restart", async () => {
  const { env, clientset, namespace } = fixture;
  const mydemos = clientset.crddemoV1().mydemos(namespace);
  const failed =
    "Failed to list *v1.Mydemo: the server could not find the requested resource (get mydemos.crddemo.k8s.io)";
  await fixture.untilLogged(failed);
  await fixture.untilLogged(failed, fixture.log.length);

  await fixture.installCrd();
  const installedAt = env.clock.now();
  await fixture.untilLogged("Started workers");
  const lateMs = env.clock.now() - installedAt;
  await mydemos.create(mydemo);
  await fixture.untilLogged("Successfully synced 'fixture/example-mydemo'");
  const beforeUpdate = fixture.log.length;
  await mydemos.patch("example-mydemo", { type: "merge", body: { spec: { port: 9080 } } });
  await fixture.untilLogged("Successfully synced 'fixture/example-mydemo'", beforeUpdate);
  const beforeDelete = fixture.log.length;
  await mydemos.delete("example-mydemo");
  await fixture.untilLogged("Successfully synced 'fixture/example-mydemo'", beforeDelete);

  expect(fixture.log.filter((line) => !line.startsWith("Failed to list"))).toEqual([
    "Setting up mydemo event handlers",
    "Starting Mydemo control loop",
    "Waiting for informer caches to sync",
    "Starting workers",
    "Started workers",
    "[DemoCRD] Try to process mydemo",
    "Successfully synced 'fixture/example-mydemo'",
    "[DemoCRD] Try to process mydemo",
    "Successfully synced 'fixture/example-mydemo'",
    "[DemoCRD] Deleting mydemo: fixture/example-mydemo ...",
    "Successfully synced 'fixture/example-mydemo'",
  ]);
  expect(fixture.log.indexOf(failed)).toBeGreaterThan(fixture.log.indexOf("Waiting for informer caches to sync"));
  expect(fixture.log.lastIndexOf(failed)).toBeLessThan(fixture.log.indexOf("Starting workers"));
  expect(lateMs).toBeLessThan(10_000); // A second on an idle machine; tests assert no milliseconds.
  expect(await fixture.eventNotes()).toContain("Normal Synced Mydemo synced successfully");
});

test("Mydemos of any content are processed, and one after the other", async () => {
  const mydemos = fixture.clientset.crddemoV1().mydemos(fixture.namespace);
  await fixture.installCrd();
  await fixture.untilLogged("Started workers");
  const names = Array.from({ length: 20 }, (_, index) => `many-${index}`);

  for (const name of names) await mydemos.create({ ...mydemo, metadata: { name }, spec: {} });
  for (const name of names) await fixture.untilLogged(`Successfully synced 'fixture/${name}'`);

  expect(await Array.fromAsync(mydemos.list())).toHaveLength(20);
});
