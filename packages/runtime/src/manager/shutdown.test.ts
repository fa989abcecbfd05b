// The shutdown of a manager in virtual time: its order, and the deadline that hooks, runnables, Events, the Lease and servers share.
import { createApiServer } from "@kubewright/apiserver";
import { Namespace } from "@kubewright/api/core/v1";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { createLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { controllerManagedBy } from "../builder/builder.ts";
import { isShutdownTimeoutError } from "../errors.ts";
import { createManager } from "./manager.ts";
import type { ManagerOptions } from "./manager-options.ts";
import type { Manager } from "./manager.ts";

const lease = { name: "demo", namespace: "default" };

test("hooks and reconciles in flight share one deadline: the manager has stopped after 30 s", async () => {
  const { clock, manager, start, stop } = createFixture();
  manager.beforeShutdown("drain", () => clock.sleep(20_000));
  const aborted: number[] = [];
  controllerManagedBy(manager)
    .for(Namespace)
    .complete(async ({ signal }) => {
      await clock.sleep(1_000_000, { signal }).catch(() => aborted.push(clock.now()));
      return {};
    });
  const { done } = await start();
  const stoppedAt = clock.now();

  stop.abort(new Error("SIGTERM"));
  await clock.runUntilSettled(done);

  expect(aborted).toEqual([stoppedAt + 25_000]);
  expect(clock.now() - stoppedAt).toBe(25_000);
});

test("a runnable that ignores its signals is named in the error and in the log when the deadline passes", async () => {
  const { clock, manager, start, stop, lines } = createFixture({ gracefulShutdownTimeoutMs: 12_000 });
  manager.add({ name: "stuck", start: () => new Promise(() => {}) });
  manager.add({ name: "quick", start: ({ signal }) => clock.sleep(1_000_000, { signal }) });
  const { done } = await start();
  const stoppedAt = clock.now();

  stop.abort(new Error("SIGTERM"));
  const error = await clock.runUntilSettled(done.catch((thrown: unknown) => thrown));

  expect(error).toSatisfy(isShutdownTimeoutError);
  expect(error).toMatchObject({ message: "Cannot shut down within 12000 ms: still running: stuck" });
  expect(clock.now() - stoppedAt).toBe(12_000);
  expect(lines.filter((line) => line.includes("did not stop within"))).toEqual([
    expect.stringContaining('"runnable":"stuck"'),
  ]);
});

test("a runnable that still runs 5 s before the deadline is aborted, and the shutdown then succeeds", async () => {
  const { clock, manager, start, stop } = createFixture();
  manager.add({
    name: "slow",
    start: ({ deadline }) => clock.sleep(1_000_000, deadline ? { signal: deadline } : {}),
  });
  const { done } = await start();
  const stoppedAt = clock.now();

  stop.abort(new Error("SIGTERM"));
  await clock.runUntilSettled(done);

  expect(clock.now() - stoppedAt).toBe(25_000);
});

test("a stuck hook leaves time for an orderly stop of the runnables, and is named", async () => {
  const { clock, manager, start, stop } = createFixture();
  const stopped: number[] = [];
  manager.beforeShutdown("stuck drain", () => new Promise(() => {}));
  manager.add({
    name: "flush",
    async start({ signal }) {
      await clock.sleep(1_000_000, { signal }).catch(() => undefined);
      await clock.sleep(1_000);
      stopped.push(clock.now());
    },
  });
  const { done } = await start();
  const stoppedAt = clock.now();

  stop.abort(new Error("SIGTERM"));

  await expect(clock.runUntilSettled(done)).rejects.toThrow(
    "Cannot shut down within 30000 ms: still running: stuck drain",
  );
  expect(stopped).toEqual([stoppedAt + 26_000]);
  expect(clock.now() - stoppedAt).toBe(30_000);
});

test("the error of a failed runnable is the cause if another runnable does not stop in time", async () => {
  const { clock, manager, start } = createFixture();
  manager.add({ name: "stuck", start: () => new Promise(() => {}) });
  manager.add({
    name: "failing",
    async start() {
      await clock.sleep(10);
      throw new Error("disk full");
    },
  });

  const { done } = await start();
  const error = await clock.runUntilSettled(done.catch((thrown: unknown) => thrown));

  expect(error).toMatchObject({ stillRunning: ["stuck"], cause: { message: "disk full" } });
});

test("a change of the wall clock does not change the deadline", async () => {
  const { clock, manager, start, stop } = createFixture();
  manager.add({ name: "stuck", start: () => new Promise(() => {}) });
  const { done } = await start();
  const running = done.catch(() => "gave up");

  stop.abort(new Error("SIGTERM"));
  clock.setWallTime(clock.wallTime() + 3_600_000);
  await clock.advance(29_999);
  const before = await Promise.race([running, Promise.resolve("still stopping")]);
  await clock.advance(1);

  expect([before, await running]).toEqual(["still stopping", "gave up"]);
});

test("hooks run concurrently, and before the runnables stop", async () => {
  const { clock, manager, start, stop } = createFixture();
  const steps: string[] = [];
  const hook = (name: string, ms: number) => async (): Promise<void> => {
    await clock.sleep(ms);
    steps.push(name);
  };
  manager.beforeShutdown("slow", hook("slow hook", 2_000));
  manager.beforeShutdown("quick", hook("quick hook", 1_000));
  manager.add({
    start: async ({ signal }) => {
      await clock.sleep(1_000_000, { signal }).catch(() => steps.push("runnable"));
    },
  });
  const { done } = await start();

  stop.abort(new Error("SIGTERM"));
  await clock.runUntilSettled(done);

  expect(steps).toEqual(["quick hook", "slow hook", "runnable"]);
});

test.each([
  { how: "rejects", hook: () => Promise.reject(new Error("cannot drain")) },
  {
    how: "throws synchronously",
    hook: () => {
      throw new Error("cannot drain");
    },
  },
])("a hook that $how does not prevent an orderly stop of the other hooks and the runnables", async ({ hook }) => {
  const { clock, manager, start, stop } = createFixture();
  const steps: string[] = [];
  manager.beforeShutdown("failing", hook);
  manager.beforeShutdown("sound", async () => {
    await clock.sleep(1_000);
    steps.push("hook");
  });
  manager.add({
    start: async ({ signal }) => {
      await clock.sleep(1_000_000, { signal }).catch(() => steps.push("runnable"));
    },
  });
  const { done } = await start();

  stop.abort(new Error("SIGTERM"));

  await expect(clock.runUntilSettled(done)).rejects.toThrow("cannot drain");
  expect(steps).toEqual(["hook", "runnable"]);
});

test("a hook can still read the cache, but no runnable can be added", async () => {
  const { clock, manager, start, stop } = createFixture();
  const seen: unknown[] = [];
  manager.beforeShutdown("read", async ({ signal }) => {
    const namespace = await manager.client.get(Namespace, { name: "default" }, { signal });
    seen.push(namespace?.metadata.name);
    expect(() => manager.add({ start: async () => {} })).toThrow(
      'Cannot add runnable "unnamed runnable": the manager is stopping',
    );
  });
  const { done } = await start();
  await clock.runUntilSettled(manager.client.get(Namespace, { name: "default" }));

  stop.abort(new Error("SIGTERM"));
  await clock.runUntilSettled(done);

  expect(seen).toEqual(["default"]);
});

test("the Lease is released last, once hooks, reconciles and caches have ended", async () => {
  const fixture = createFixture({ leaderElection: { id: "demo", namespace: "default", identity: "a" } });
  const { clock, manager, start, stop } = fixture;
  const atRelease: unknown[] = [];
  let runningParts = 0;
  const part = async (signal: AbortSignal): Promise<void> => {
    runningParts += 1;
    await clock.sleep(1_000_000, { signal }).catch(() => undefined);
    await clock.sleep(3_000);
    runningParts -= 1;
  };
  manager.add({ name: "leader's", start: ({ signal }) => part(signal) });
  manager.add({ name: "everyone's", needLeaderElection: false, start: ({ signal }) => part(signal) });
  const informer = manager.cache.informer(Namespace);
  fixture.onRequest = ({ method, path, body }) => {
    if (method !== "PUT" || !path.includes("/leases/")) return;
    if (String(body).includes('"holderIdentity":"a"')) return;
    atRelease.push({ runningParts, cache: informer.state.kind });
  };
  const { done } = await start();
  await clock.advance(5_000);

  stop.abort(new Error("SIGTERM"));
  await clock.runUntilSettled(done);

  expect(atRelease).toEqual([{ runningParts: 0, cache: "stopped" }]);
  expect((await fixture.client.get(Lease, lease))?.spec?.holderIdentity ?? "").toBe("");
});

test("the Lease is not released while a hook still runs", async () => {
  const { clock, client, manager, start, stop } = createFixture({
    leaderElection: { id: "demo", namespace: "default", identity: "a" },
  });
  manager.beforeShutdown("stuck drain", () => new Promise(() => {}));
  const { done } = await start();
  await clock.advance(5_000);

  stop.abort(new Error("SIGTERM"));
  await clock.runUntilSettled(done.catch(() => undefined));

  expect((await client.get(Lease, lease))?.spec?.holderIdentity).toBe("a");
});

test.each([0, -1, Number.NaN])("a graceful shutdown timeout of %d is rejected", (gracefulShutdownTimeoutMs) => {
  expect(() => createFixture({ gracefulShutdownTimeoutMs })).toThrow(
    `Cannot create manager: gracefulShutdownTimeoutMs is ${gracefulShutdownTimeoutMs}, must be a number of milliseconds greater than 0`,
  );
});

interface Fixture {
  readonly clock: VirtualClock;
  readonly client: ReturnType<typeof createClient>;
  readonly manager: Manager;
  readonly lines: string[];
  readonly stop: AbortController;
  /** Called with each request of the manager. */
  onRequest: (request: { readonly method: string; readonly path: string; readonly body?: unknown }) => void;
  /** Starts the manager and resolves once its caches have synced. `done` is the promise of its end. */
  start(): Promise<{ readonly done: Promise<void> }>;
}

function createFixture(options: Partial<ManagerOptions> = {}): Fixture {
  const [clock, random] = [createVirtualClock(), createSeededRandom("shutdown")];
  const server = createApiServer({ clock, random });
  const transport = server.transport();
  const lines: string[] = [];
  const stop = new AbortController();
  const manager = createManager({
    transport: {
      ...transport,
      request(request) {
        fixture.onRequest(request);
        return transport.request(request);
      },
    },
    clock,
    random,
    log: createLogger({ clock, write: (line) => lines.push(line) }),
    ...options,
  });
  const fixture: Fixture = {
    clock,
    client: createClient({ transport: server.transport(), clock, random }),
    manager,
    lines,
    stop,
    onRequest: () => {},
    async start() {
      const done = manager.start({ signal: stop.signal });
      done.catch(() => {}); // The tests that expect an error await it later.
      await clock.runUntilSettled(manager.waitForSync());
      await clock.advance(10);
      return { done };
    },
  };
  return fixture;
}
