// The options of the parts of a manager, on an embedded server and virtual time.
import { AsyncLocalStorage } from "node:async_hooks";
import { createApiServer } from "@kubewright/apiserver";
import { Event, Namespace } from "@kubewright/api/core/v1";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { createSeededRandom, createVirtualClock, untilAborted } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client, CreateClientOptions } from "@kubewright/client";
import { createInformerCache } from "@kubewright/informer";
import type { Transport } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import { controllerManagedBy } from "../builder/builder.ts";
import { createManager } from "./manager.ts";
import type { Manager } from "./manager.ts";
import type { ManagerOptions } from "./manager-options.ts";

interface Fixture {
  readonly clock: VirtualClock;
  readonly manager: Manager;
  readonly client: Client;
  start(): { readonly stop: () => Promise<void> };
}

function createFixture(options: Partial<ManagerOptions> = {}): Fixture {
  const [clock, random] = [createVirtualClock(), createSeededRandom("manager options")];
  const server = createApiServer({ clock, random });
  const transport = server.transport();
  const manager = createManager({ transport, clock, random, ...options });
  return {
    clock,
    manager,
    client: createClient({ transport, clock, random }),
    start() {
      const controller = new AbortController();
      const done = manager.start({ signal: controller.signal });
      const stop = async (): Promise<void> => {
        controller.abort(new Error("the test is over"));
        await clock.runUntilSettled(done);
      };
      onTestFinished(stop);
      return { stop };
    },
  };
}

function otherServer(clock: VirtualClock): { readonly transport: Transport; readonly client: Client } {
  const random = createSeededRandom("other server");
  const server = createApiServer({ clock, random });
  const transport = server.transport();
  return { transport, client: createClient({ transport, clock, random }) };
}

const key = { namespace: "default", name: "demo" };

test("the labels of the options are added to the Lease, and other labels are kept", async () => {
  const { clock, client, start } = createFixture({
    leaderElection: { id: "demo", namespace: "default", labels: { team: "a" } },
  });
  await client.create(Lease, {
    metadata: { ...key, labels: { owner: "b" } },
  });

  start();
  await clock.advance(5_000);

  const lease = await client.get(Lease, key);
  expect(lease?.metadata.labels).toEqual({ owner: "b", team: "a" });
  expect(lease?.spec?.holderIdentity).toMatch(/^demo_/);
});

test("the Lease can be on another server than the objects", async () => {
  const clock = createVirtualClock();
  const other = otherServer(clock);
  const { client, start } = createFixture({
    clock,
    leaderElection: { id: "demo", namespace: "default", transport: other.transport },
  });

  start();
  await clock.advance(5_000);

  expect((await other.client.get(Lease, key))?.spec?.holderIdentity).toMatch(/^demo_/);
  expect(await client.get(Lease, key)).toBeUndefined();
});

test("the Lease can be stored by a lock of the program", async () => {
  const clock = createVirtualClock();
  const elsewhere = otherServer(clock);
  const { client, manager, start } = createFixture({
    clock,
    leaderElection: { id: "demo", namespace: "default", identity: "a", lock: elsewhere.client },
  });

  start();
  await clock.advance(5_000);

  expect((await elsewhere.client.get(Lease, key))?.spec?.holderIdentity).toBe("a");
  expect(await client.get(Lease, key)).toBeUndefined();
  expect(manager.leadership?.leaseRemainingMs()).toBeGreaterThan(0);
});

test("a lock and a transport of the Lease exclude each other", () => {
  const { transport, client } = otherServer(createVirtualClock());
  expect(() =>
    createFixture({ leaderElection: { id: "demo", namespace: "default", transport, lock: client } }),
  ).toThrow('Cannot elect by Lease "demo": lock and transport exclude each other');
});

test("newClient and newCache create the clients and the cache, and all clients share the mapper", async () => {
  const clients: CreateClientOptions[] = [];
  const caches: string[] = [];
  const clock = createVirtualClock();
  const { mapper } = otherServer(clock).client;
  const { manager, start } = createFixture({
    clock,
    client: {
      mapper,
      newClient(options) {
        clients.push(options);
        return createClient({ ...options, userAgent: "demo" });
      },
    },
    cache: {
      newCache(options) {
        caches.push("created");
        return createInformerCache(options);
      },
    },
    leaderElection: { id: "demo", namespace: "default" },
  });
  start();
  await clock.advance(5_000);

  const names = await Array.fromAsync(manager.client.list(Namespace), ({ metadata }) => metadata.name);

  expect(names).toContain("default");
  expect([clients.length, caches]).toEqual([3, ["created"]]);
  expect(clients.every((options) => options.mapper === mapper)).toBe(true);
  expect(manager.client.mapper).toBe(mapper);
});

test("events.apiVersion is the version of the Events of controllers and of the election", async () => {
  const { clock, manager, client, start } = createFixture({
    events: { apiVersion: "v1" },
    leaderElection: { id: "demo", namespace: "default", identity: "a" },
  });
  start();
  await clock.advance(5_000);
  const regarding = await client.get(Namespace, { name: "default" });

  if (regarding)
    manager.eventRecorder("demo").event(regarding, { type: "Normal", reason: "Seen", action: "See", note: "seen" });
  await clock.advance(1_000);

  const events = await Array.fromAsync(client.list(Event, { namespace: "default" }));
  const counts = Object.fromEntries(events.map(({ reason = "", count }) => [reason, count]));
  expect(counts).toEqual({ LeaderElection: 1, Seen: 1 });
});

test("the callbacks of the election are called, and an error of one of them does not stop the manager", async () => {
  const calls: string[] = [];
  const { clock, manager, start } = createFixture({
    leaderElection: {
      id: "demo",
      namespace: "default",
      identity: "a",
      callbacks: {
        onStartedLeading() {
          calls.push("started");
          throw new Error("cannot start");
        },
        onStoppedLeading: () => void calls.push("stopped"),
        onNewLeader: (identity) => void calls.push(`leader ${identity}`),
      },
    },
  });
  const { stop } = start();
  await clock.advance(5_000);
  const isLeading = manager.leadership?.leaseRemainingMs() !== 0;

  await stop();

  expect(isLeading).toBe(true);
  expect(calls).toEqual(["leader a", "started", "stopped"]);
});

test("the options of a controller have precedence over the concurrency of its kind, and that over the defaults of the manager", async () => {
  const { clock, manager, client, start } = createFixture({
    controller: { maxConcurrentReconciles: 2, groupKindConcurrency: { Namespace: 3 }, needLeaderElection: false },
    leaderElection: { id: "demo", namespace: "default" },
  });
  const active = { byKind: 0, own: 0 };
  const most = { byKind: 0, own: 0 };
  const reconcile = (name: keyof typeof active) => async (): Promise<object> => {
    active[name] += 1;
    most[name] = Math.max(most[name], active[name]);
    await clock.sleep(1_000);
    active[name] -= 1;
    return {};
  };
  controllerManagedBy(manager).for(Namespace).complete(reconcile("byKind"));
  controllerManagedBy(manager)
    .for(Namespace)
    .named("own")
    .withOptions({ maxConcurrentReconciles: 1 })
    .complete(reconcile("own"));
  for (const name of ["a", "b", "c", "d"]) {
    await client.create(Namespace, { metadata: { name } });
  }

  start();
  await clock.advance(20_000);

  expect(most).toEqual({ byKind: 3, own: 1 });
});

test("the webhook server starts before the cache, and stops before it", async () => {
  const states: (string | undefined)[] = [];
  const server = {
    name: "webhooks",
    needLeaderElection: false,
    async start({ signal }: { readonly signal: AbortSignal }) {
      states.push(informer.state.kind);
      await untilAborted(signal);
      await clock.sleep(1_000);
      states.push(informer.state.kind);
    },
  };
  const { clock, manager, start } = createFixture({ webhook: { server } });
  const informer = manager.cache.informer(Namespace);

  const { stop } = start();
  await clock.advance(1_000);
  await stop();

  expect(states).toEqual(["idle", "watching"]);
  expect(informer.state.kind).toBe("stopped");
});

test("runnables start within the base context", async () => {
  const storage = new AsyncLocalStorage<string>();
  const { clock, manager, start } = createFixture({ baseContext: (run) => storage.run("cluster-a", run) });
  const seen: (string | undefined)[] = [];
  manager.add({
    async start() {
      await clock.sleep(10);
      seen.push(storage.getStore());
    },
  });

  start();
  await clock.advance(100);

  expect([seen, storage.getStore()]).toEqual([["cluster-a"], undefined]);
});
