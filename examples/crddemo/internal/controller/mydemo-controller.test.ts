// The program on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real. It is started before its CRD is there.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mydemo } from "../../api/v1/zz_generated.mydemo.ts";
import { startWorld } from "./mydemo-world.ts";
import type { World } from "./mydemo-world.ts";

let world: World;

beforeAll(async () => {
  world = await startWorld();
}, 180_000);

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const mydemo: Mydemo = {
  apiVersion: "crddemo.k8s.io/v1",
  kind: "Mydemo",
  metadata: { name: "example-mydemo" },
  spec: { ip: "127.0.0.1", port: 8080 },
};

test("started before its CRD, it says that the list failed, tries again, and works as soon as the CRD is there, with no restart", async () => {
  const { env, clientset, namespace } = world;
  const mydemos = clientset.crddemoV1().mydemos(namespace);
  const failed =
    "Failed to list *v1.Mydemo: the server could not find the requested resource (get mydemos.crddemo.k8s.io)";
  await world.untilLogged(failed);
  await world.untilLogged(failed, world.log.length);

  await world.installCrd();
  const installedAt = env.clock.now();
  await world.untilLogged("Started workers");
  const lateMs = env.clock.now() - installedAt;
  await mydemos.create(mydemo);
  await world.untilLogged("Successfully synced 'world/example-mydemo'");
  const beforeUpdate = world.log.length;
  await mydemos.patch("example-mydemo", { type: "merge", body: { spec: { port: 9080 } } });
  await world.untilLogged("Successfully synced 'world/example-mydemo'", beforeUpdate);
  const beforeDelete = world.log.length;
  await mydemos.delete("example-mydemo");
  await world.untilLogged("Successfully synced 'world/example-mydemo'", beforeDelete);

  expect(world.log.filter((line) => !line.startsWith("Failed to list"))).toEqual([
    "Setting up mydemo event handlers",
    "Starting Mydemo control loop",
    "Waiting for informer caches to sync",
    "Starting workers",
    "Started workers",
    "[DemoCRD] Try to process mydemo",
    "Successfully synced 'world/example-mydemo'",
    "[DemoCRD] Try to process mydemo",
    "Successfully synced 'world/example-mydemo'",
    "[DemoCRD] Deleting mydemo: world/example-mydemo ...",
    "Successfully synced 'world/example-mydemo'",
  ]);
  expect(world.log.indexOf(failed)).toBeGreaterThan(world.log.indexOf("Waiting for informer caches to sync"));
  expect(world.log.lastIndexOf(failed)).toBeLessThan(world.log.indexOf("Starting workers"));
  expect(lateMs).toBeLessThan(10_000); // A second on an idle machine; tests assert no milliseconds.
  expect(await world.eventNotes()).toContain("Normal Synced Mydemo synced successfully");
});

test("Mydemos of any content are processed, and one after the other", async () => {
  const mydemos = world.clientset.crddemoV1().mydemos(world.namespace);
  await world.installCrd();
  await world.untilLogged("Started workers");
  const names = Array.from({ length: 20 }, (_, index) => `many-${index}`);

  for (const name of names) await mydemos.create({ ...mydemo, metadata: { name }, spec: {} });
  for (const name of names) await world.untilLogged(`Successfully synced 'world/${name}'`);

  expect(await Array.fromAsync(mydemos.list())).toHaveLength(20);
});
