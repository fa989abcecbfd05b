// The watches of built controllers, on an API server.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import type { ResourceType } from "@kubewright/apimachinery";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Transport } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import { isCacheSyncTimeoutError } from "../errors.ts";
import { createManager } from "../manager/manager.ts";
import { controllerManagedBy, typedControllerManagedBy } from "./builder.ts";

const inDefault = (name: string) => ({ namespace: "default", name });

test("withEventFilter() applies to each kind of the controller, with the predicates of the kind", async () => {
  const { manager, client, settle } = createFixture();
  const seen: string[] = [];
  controllerManagedBy(manager)
    .for(ConfigMap, { predicates: [({ object }) => object.key.name !== "unwanted"] })
    .watches(Secret, ({ object }) => [object.key])
    .withEventFilter(({ object }) => object.labels["use"] === "yes")
    .complete(async ({ key }) => void seen.push(key.name));
  const use = { labels: { use: "yes" } };
  await client.create(ConfigMap, { metadata: { ...inDefault("map"), ...use } });
  await client.create(ConfigMap, { metadata: { ...inDefault("unwanted"), ...use } });
  await client.create(ConfigMap, { metadata: inDefault("map-without-label") });
  await client.create(Secret, { metadata: { ...inDefault("secret"), ...use } });
  await client.create(Secret, { metadata: inDefault("secret-without-label") });

  await settle();

  expect(seen.toSorted()).toEqual(["map", "secret"]);
});

test.each([
  { matchEveryOwner: false, expected: ["controller"] },
  { matchEveryOwner: true, expected: ["controller", "owner"] },
])("owns() with matchEveryOwner: $matchEveryOwner enqueues $expected", async ({ matchEveryOwner, expected }) => {
  const { manager, client, settle } = createFixture();
  const seen: string[] = [];
  controllerManagedBy(manager)
    .for(ConfigMap, { predicates: [() => false] })
    .owns(Secret, { matchEveryOwner })
    .complete(async ({ key }) => void seen.push(key.name));
  const owners = ["controller", "owner"].map(async (name) => client.create(ConfigMap, { metadata: inDefault(name) }));
  const ownerReferences = (await Promise.all(owners)).map(({ metadata: { name, uid } }) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    name,
    uid,
    controller: name === "controller",
  }));
  await client.create(Secret, { metadata: { ...inDefault("owned"), ownerReferences } });

  await settle();

  expect(seen.toSorted()).toEqual(expected);
});

test("a typed controller reconciles each request of its handlers once", async () => {
  const { manager, client, settle } = createFixture();
  const seen: string[] = [];
  typedControllerManagedBy<{ readonly colour: string }>(manager, ({ colour }) => colour)
    .named("colours")
    .watches(ConfigMap, ({ object }) => (object.labels["colour"] ? [{ colour: object.labels["colour"] }] : []))
    .complete(async ({ key: { colour }, causes }) => void seen.push(`${colour} by ${causes.length}`));
  for (const [name, colour] of [
    ["a", "red"],
    ["b", "blue"],
    ["c", "red"],
  ]) {
    await client.create(ConfigMap, { metadata: { ...inDefault(name ?? ""), labels: { colour: colour ?? "" } } });
  }

  await settle();

  expect(seen.toSorted()).toEqual(["blue by 1", "red by 2"]);
});

test("a manager fails after cacheSyncTimeoutMs with the kinds that have not synced and the reason, but waits for a kind that is not installed", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom("sync timeout")];
  await using server = createApiServer({ clock, random });
  const direct = server.transport();
  const transport: Transport = {
    request: (request) =>
      request.path.includes("/secrets") ? Promise.reject(new Error("no route to host")) : direct.request(request),
    upgrade: (request) => direct.upgrade(request),
    [Symbol.asyncDispose]: () => direct[Symbol.asyncDispose](),
  };
  const manager = createManager({ transport, clock, random, controller: { cacheSyncTimeoutMs: 30_000 } });
  const nothing = async (): Promise<void> => {};
  controllerManagedBy(manager).for(Missing).complete(nothing);
  controllerManagedBy(manager).for(ConfigMap).owns(Secret).complete(nothing);

  const ended = manager.start({ signal: new AbortController().signal }).catch((failure: unknown) => failure);
  await clock.advance(29_000);
  const early = await Promise.race([ended, Promise.resolve("running")]);
  const error: unknown = await clock.runUntilSettled(ended);

  expect(early).toBe("running");
  expect(isCacheSyncTimeoutError(error)).toBe(true);
  expect(String(error)).toBe(
    'CacheSyncTimeoutError: Cannot start controller "configmap": not synced after 30000 ms: Secret (no route to host)',
  );
});

const Missing: ResourceType = {
  group: "example.dev",
  version: "v1",
  kind: "Missing",
  plural: "missings",
  namespaced: true,
};

function createFixture() {
  const [clock, random] = [createVirtualClock(), createSeededRandom("watches")];
  const server = createApiServer({ clock, random });
  const client = createClient({ transport: server.transport(), clock, random });
  const manager = createManager({ transport: server.transport(), clock, random });
  return {
    manager,
    client,
    /** Starts the manager and reconciles the existing objects. */
    async settle(): Promise<void> {
      const stop = new AbortController();
      const running = manager.start({ signal: stop.signal });
      onTestFinished(async () => {
        stop.abort(new Error("the test is over"));
        await clock.runUntilSettled(running);
        await server[Symbol.asyncDispose]();
      });
      await clock.advance(5_000);
    },
  };
}
