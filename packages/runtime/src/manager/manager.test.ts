// The order in which a manager starts and stops, and failures of its parts, in virtual time.
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createVirtualClock, createSeededRandom } from "@kubewright/async";
import { createLogger } from "@kubewright/telemetry";
import { expect, onTestFinished, test } from "vitest";
import { createController } from "../controller/controller.ts";
import { unusedContext } from "../testdata/reconcile-context.ts";
import { controllerManagedBy } from "../builder/builder.ts";
import { createFakeApi, Widget } from "../testdata/fake-api.ts";
import { createManager } from "./manager.ts";
import type { ManagerOptions } from "./manager-options.ts";

test("a manager stops in order: the reconcile in flight still reads and writes, its Event is sent, and then the cache stops", async () => {
  const steps: string[] = [];
  const fixture = createFixture();
  const { manager, clock } = fixture;
  const events = manager.eventRecorder("test");
  controllerManagedBy(manager)
    .for(Widget)
    .complete(async ({ key: request, signal }) => {
      await clock.sleep(1_000);
      const widget = await manager.client.get(Widget, request, { signal });
      steps.push(`reconcile ends, cache is ${manager.cache.informers()[0]?.state.kind}`);
      if (widget) events.event(widget, { type: "Normal", reason: "Done", action: "Reconcile", note: "done" });
      return {};
    });
  fixture.api.put("default", "a");
  const running = manager.start({ signal: fixture.stop.signal });
  await clock.advance(10);

  fixture.stop.abort(new Error("enough"));
  await clock.runUntilSettled(running);

  const [last] = fixture.paths.toReversed();
  expect(steps).toEqual(["reconcile ends, cache is watching"]);
  expect(last).toBe("POST /apis/events.k8s.io/v1/namespaces/default/events");
  expect(manager.cache.informers()[0]?.state.kind).toBe("stopped");
});

test("a manager that is stopped does not reconcile waiting requests", async () => {
  const seen: string[] = [];
  const fixture = createFixture();
  controllerManagedBy(fixture.manager)
    .for(Widget)
    .complete(async ({ key: { name } }) => {
      seen.push(name);
      await fixture.clock.sleep(1_000);
      return {};
    });
  for (const name of ["a", "b", "c"]) fixture.api.put("default", name);
  const running = fixture.manager.start({ signal: fixture.stop.signal });
  await fixture.clock.advance(10);

  fixture.stop.abort(new Error("enough"));
  await fixture.clock.runUntilSettled(running);

  expect(seen).toHaveLength(1);
});

test("a manager stops everything and rejects with the first failure of a runnable; later failures are logged", async () => {
  const fixture = createFixture();
  const ended: string[] = [];
  fixture.manager.add({
    name: "sound",
    async start({ signal }) {
      await fixture.clock.sleep(1_000_000, { signal }).catch(() => ended.push("sound"));
      throw new Error("failed while ending");
    },
  });
  fixture.manager.add({
    async start() {
      await fixture.clock.sleep(10);
      throw new Error("failed first");
    },
  });

  const running = fixture.manager.start({ signal: fixture.stop.signal });

  await expect(fixture.clock.runUntilSettled(running)).rejects.toThrow("failed first");
  expect(ended).toEqual(["sound"]);
  expect(fixture.lines.filter((line) => line.includes("failed while ending"))).toHaveLength(1);
});

test("a manager rejects with a failure during its shutdown", async () => {
  const fixture = createFixture();
  fixture.manager.add({
    async start({ signal }) {
      await fixture.clock.sleep(1_000_000, { signal }).catch(() => undefined);
      throw new Error("the Lease was not released");
    },
  });
  const running = fixture.manager.start({ signal: fixture.stop.signal });
  await fixture.clock.advance(10);

  fixture.stop.abort(new Error("enough"));

  await expect(fixture.clock.runUntilSettled(running)).rejects.toThrow("the Lease was not released");
});

test("an error before the first await of a runnable is its failure", async () => {
  const fixture = createFixture();
  fixture.manager.add({
    start() {
      throw new Error("at once");
    },
  });

  await expect(fixture.clock.runUntilSettled(fixture.manager.start({ signal: fixture.stop.signal }))).rejects.toThrow(
    "at once",
  );
});

test("a runnable that is added while the manager runs starts at once, and add() throws after the manager has stopped", async () => {
  const fixture = createFixture();
  const started: string[] = [];
  const running = fixture.manager.start({ signal: fixture.stop.signal });
  await fixture.clock.advance(0);

  fixture.manager.add({ start: async () => void started.push("late") });
  fixture.stop.abort(new Error("enough"));
  await fixture.clock.runUntilSettled(running);

  expect(started).toEqual(["late"]);
  expect(() => fixture.manager.add({ name: "too-late", start: async () => {} })).toThrow(
    'Cannot add runnable "too-late": the manager is stopped',
  );
});

test("a manager can be started only once", async () => {
  const fixture = createFixture();
  const running = fixture.manager.start({ signal: fixture.stop.signal });

  await expect(fixture.manager.start({ signal: fixture.stop.signal })).rejects.toThrow("it has been started before");
  fixture.stop.abort(new Error("enough"));
  await fixture.clock.runUntilSettled(running);
});

test("a manager whose signal is already aborted sends no request", async () => {
  const fixture = createFixture();
  controllerManagedBy(fixture.manager)
    .for(Widget)
    .complete(async () => ({}));

  await fixture.manager.start({ signal: AbortSignal.abort(new Error("never")) });

  expect(fixture.paths).toEqual([]);
});

test("waitForSync() resolves when caches have synced, and rejects when the manager ends before", async () => {
  const fixture = createFixture();
  controllerManagedBy(fixture.manager)
    .for(Widget)
    .complete(async () => ({}));
  const synced = fixture.manager.waitForSync();
  const running = fixture.manager.start({ signal: fixture.stop.signal });

  await fixture.clock.runUntilSettled(synced);
  const hasSynced = fixture.manager.cache.informers().map((informer) => informer.hasSynced);
  fixture.stop.abort(new Error("enough"));
  await fixture.clock.runUntilSettled(running);
  const never = createFixture();
  await never.manager.start({ signal: fixture.stop.signal });

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
  const fixture = createFixture({ health: { bindAddress: `127.0.0.1:${port}` } });
  const synced = fixture.manager.waitForSync();

  const running = fixture.manager.start({ signal: fixture.stop.signal });

  const message = `Cannot serve health probes on "127.0.0.1:${port}": the port is taken by another program`;
  await expect(running).rejects.toThrow(message);
  await expect(synced).rejects.toThrow(message);
});

test("an own write that the cache does not reach in time is logged and counted", async () => {
  const fixture = createFixture();
  const { client, metrics } = fixture.manager;
  fixture.api.put("default", "a");
  const running = fixture.manager.start({ signal: fixture.stop.signal });
  const widget = await fixture.clock.runUntilSettled(client.get(Widget, { namespace: "default", name: "a" }));
  fixture.api.holdEvents = true;

  if (widget) await client.patchStatus(widget, { phase: "done" });
  const read = await fixture.clock.runUntilSettled(client.get(Widget, { namespace: "default", name: "a" }));
  fixture.stop.abort(new Error("enough"));
  await fixture.clock.runUntilSettled(running);

  expect(read?.status?.phase).toBe("done");
  expect(fixture.lines.filter((line) => line.includes("has not seen our own write"))).toHaveLength(1);
  expect((await metrics.expose()).body).toContain('kubewright_cache_late_total{group="example.dev",kind="Widget"} 1');
});

test("a second controller with the same name is rejected, and the error names the solutions", () => {
  const { manager, clock } = createFixture();
  const make = (): void =>
    manager.addController(
      createController({ name: "widget", context: unusedContext(), sources: [], clock, reconcile: async () => ({}) }),
    );
  make();

  expect(make).toThrow('Cannot add controller "widget": the name is taken: choose a unique name with named(…)');
});

function createFixture(options: Partial<ManagerOptions> = {}) {
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
    client: { types: [Widget] },
    log: createLogger({ clock, write: (line) => lines.push(line) }),
    ...options,
  });
  return { clock, api, paths, lines, manager, stop: new AbortController() };
}
