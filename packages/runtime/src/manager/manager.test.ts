// The order of a manager's beginning and end, and what happens when a part of it fails, on virtual time.
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createVirtualClock, createSeededRandom } from "@kubewright/async";
import { createLogger } from "@kubewright/telemetry";
import { expect, onTestFinished, test } from "vitest";
import { createController } from "../controller/controller.ts";
import { controllerManagedBy } from "../builder/builder.ts";
import { createFakeApi, Widget } from "../testdata/fake-api.ts";
import { createManager } from "./manager.ts";
import type { ManagerOptions } from "./manager.ts";

test("a manager ends in order: the reconcile in flight still reads and writes, its Event is sent, and only then the cache ends", async () => {
  const steps: string[] = [];
  const world = createWorld();
  const { manager, clock } = world;
  const events = manager.eventRecorder("test");
  controllerManagedBy(manager)
    .for(Widget)
    .complete(async (request, { signal }) => {
      await clock.sleep(1_000);
      const widget = await manager.client.get(Widget, request, { signal });
      steps.push(`reconcile ends, cache is ${manager.cache.informers()[0]?.state.kind}`);
      if (widget) events.event(widget, { type: "Normal", reason: "Done", action: "Reconcile", note: "done" });
      return {};
    });
  world.api.put("default", "a");
  const running = manager.start({ signal: world.stop.signal });
  await clock.advance(10);

  world.stop.abort(new Error("enough"));
  await clock.runUntilSettled(running);

  const [last] = world.paths.toReversed();
  expect(steps).toEqual(["reconcile ends, cache is watching"]);
  expect(last).toBe("POST /apis/events.k8s.io/v1/namespaces/default/events");
  expect(manager.cache.informers()[0]?.state.kind).toBe("stopped");
});

test("a manager that is stopped begins none of the reconciles that wait", async () => {
  const seen: string[] = [];
  const world = createWorld();
  controllerManagedBy(world.manager)
    .for(Widget)
    .complete(async ({ name }) => {
      seen.push(name);
      await world.clock.sleep(1_000);
      return {};
    });
  for (const name of ["a", "b", "c"]) world.api.put("default", name);
  const running = world.manager.start({ signal: world.stop.signal });
  await world.clock.advance(10);

  world.stop.abort(new Error("enough"));
  await world.clock.runUntilSettled(running);

  expect(seen).toHaveLength(1);
});

test("a manager stops everything and rejects with the first failure of a runnable; the next ones are logged", async () => {
  const world = createWorld();
  const ended: string[] = [];
  world.manager.add({
    name: "sound",
    async start({ signal }) {
      await world.clock.sleep(1_000_000, { signal }).catch(() => ended.push("sound"));
      throw new Error("failed while ending");
    },
  });
  world.manager.add({
    async start() {
      await world.clock.sleep(10);
      throw new Error("failed first");
    },
  });

  const running = world.manager.start({ signal: world.stop.signal });

  await expect(world.clock.runUntilSettled(running)).rejects.toThrow("failed first");
  expect(ended).toEqual(["sound"]);
  expect(world.lines.filter((line) => line.includes("failed while ending"))).toHaveLength(1);
});

test("a manager does not lose a failure on the way to its end", async () => {
  const world = createWorld();
  world.manager.add({
    async start({ signal }) {
      await world.clock.sleep(1_000_000, { signal }).catch(() => undefined);
      throw new Error("the lease was not given back");
    },
  });
  const running = world.manager.start({ signal: world.stop.signal });
  await world.clock.advance(10);

  world.stop.abort(new Error("enough"));

  await expect(world.clock.runUntilSettled(running)).rejects.toThrow("the lease was not given back");
});

test("a runnable that throws before its first await is a failure like any other", async () => {
  const world = createWorld();
  world.manager.add({
    start() {
      throw new Error("at once");
    },
  });

  await expect(world.clock.runUntilSettled(world.manager.start({ signal: world.stop.signal }))).rejects.toThrow(
    "at once",
  );
});

test("a runnable that is added while the manager runs starts at once; after its end adding is refused", async () => {
  const world = createWorld();
  const started: string[] = [];
  const running = world.manager.start({ signal: world.stop.signal });
  await world.clock.advance(0);

  world.manager.add({ start: async () => void started.push("late") });
  world.stop.abort(new Error("enough"));
  await world.clock.runUntilSettled(running);

  expect(started).toEqual(["late"]);
  expect(() => world.manager.add({ name: "too-late", start: async () => {} })).toThrow(
    'Cannot add runnable "too-late": the manager is stopped',
  );
});

test("a manager runs once", async () => {
  const world = createWorld();
  const running = world.manager.start({ signal: world.stop.signal });

  await expect(world.manager.start({ signal: world.stop.signal })).rejects.toThrow("it has been started before");
  world.stop.abort(new Error("enough"));
  await world.clock.runUntilSettled(running);
});

test("a manager whose signal is already aborted sends no request", async () => {
  const world = createWorld();
  controllerManagedBy(world.manager)
    .for(Widget)
    .complete(async () => ({}));

  await world.manager.start({ signal: AbortSignal.abort(new Error("never")) });

  expect(world.paths).toEqual([]);
});

test("waitForSync() resolves when caches have synced, and rejects when the manager ends before", async () => {
  const world = createWorld();
  controllerManagedBy(world.manager)
    .for(Widget)
    .complete(async () => ({}));
  const synced = world.manager.waitForSync();
  const running = world.manager.start({ signal: world.stop.signal });

  await world.clock.runUntilSettled(synced);
  const hasSynced = world.manager.cache.informers().map((informer) => informer.hasSynced);
  world.stop.abort(new Error("enough"));
  await world.clock.runUntilSettled(running);
  const never = createWorld();
  await never.manager.start({ signal: world.stop.signal });

  expect(hasSynced).toEqual([true]);
  await expect(never.manager.waitForSync()).rejects.toThrow(
    "Cannot wait for the manager: it was stopped before everything had started",
  );
});

test("waitForSync() and start() reject with the error of a server that cannot listen", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo; // A TCP server that listens has an address of this form.
  const world = createWorld({ healthProbeBindAddress: `127.0.0.1:${port}` });
  const synced = world.manager.waitForSync();

  const running = world.manager.start({ signal: world.stop.signal });

  const message = `Cannot serve health probes on "127.0.0.1:${port}": the port is taken by another program`;
  await expect(running).rejects.toThrow(message);
  await expect(synced).rejects.toThrow(message);
});

test("a cache that has not seen our own write in time is a line in the log and a count", async () => {
  const world = createWorld();
  const { client, metrics } = world.manager;
  world.api.put("default", "a");
  const running = world.manager.start({ signal: world.stop.signal });
  const widget = await world.clock.runUntilSettled(client.get(Widget, { namespace: "default", name: "a" }));
  world.api.holdEvents = true;

  if (widget) await client.patchStatus(widget, { phase: "done" });
  const read = await world.clock.runUntilSettled(client.get(Widget, { namespace: "default", name: "a" }));
  world.stop.abort(new Error("enough"));
  await world.clock.runUntilSettled(running);

  expect(read?.status?.phase).toBe("done");
  expect(world.lines.filter((line) => line.includes("has not seen our own write"))).toHaveLength(1);
  expect((await metrics.expose()).body).toContain('kubewright_cache_late_total{group="example.dev",kind="Widget"} 1');
});

test("two controllers of one name are refused, with what to do", () => {
  const { manager, clock } = createWorld();
  const make = (): void =>
    manager.addController(createController({ name: "widget", sources: [], clock, reconcile: async () => ({}) }));
  make();

  expect(make).toThrow('Cannot add controller "widget": another one has this name: choose a unique name with named(…)');
});

function createWorld(options: Partial<ManagerOptions> = {}) {
  const clock = createVirtualClock();
  const api = createFakeApi();
  const paths: string[] = [];
  const lines: string[] = [];
  const manager = createManager({
    transport: {
      ...api.transport,
      request(request) {
        paths.push(`${request.method} ${request.path.replace(/\?.*/, "")}`);
        return api.transport.request(request);
      },
    },
    clock,
    random: createSeededRandom("manager"),
    types: [Widget],
    log: createLogger({ clock, write: (line) => lines.push(line) }),
    ...options,
  });
  return { clock, api, paths, lines, manager, stop: new AbortController() };
}
