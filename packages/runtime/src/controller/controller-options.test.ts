// The options of controllers, except those of retries.
import { createVirtualClock } from "@kubewright/async";
import { createLogger } from "@kubewright/telemetry";
import { createWorkQueue } from "@kubewright/workqueue";
import { expect, test } from "vitest";
import { isCacheSyncTimeoutError, isReconcilePanicError } from "../errors.ts";
import type { RunningSource, Source } from "../source/source.ts";
import { runController } from "../testdata/running-controller.ts";

const nothing = async (): Promise<void> => {};

test("a controller whose sources do not sync within cacheSyncTimeoutMs fails and names them", async () => {
  const sources = [unsynced({ waitsFor: "Pod (403 Forbidden)" }), unsynced({ waitsFor: "MyJob", isPending: true })];
  const { clock, done } = runController({ reconcile: nothing, sources, cacheSyncTimeoutMs: 5_000 });

  await clock.advance(4_999);
  const early = await Promise.race([done.then(String, String), Promise.resolve("waiting")]);
  await clock.advance(1);
  const error: unknown = await done.catch((failure: unknown) => failure);

  expect(early).toBe("waiting");
  expect(isCacheSyncTimeoutError(error)).toBe(true);
  expect(String(error)).toBe(
    'CacheSyncTimeoutError: Cannot start controller "test": not synced after 5000 ms: Pod (403 Forbidden)',
  );
});

test("a controller waits without a limit for a kind that is not installed", async () => {
  const installed = Promise.withResolvers<void>();
  const source = unsynced({ isPending: true }, installed.promise);
  const seen: unknown[] = [];
  const { clock, push } = runController({
    reconcile: async ({ key }) => void seen.push(key),
    sources: [source],
  });
  push("a");

  await clock.advance(600_000);
  const before = [...seen];
  installed.resolve();
  await clock.advance(0);

  expect(before).toEqual([]);
  expect(seen).toEqual(["a"]);
});

test("enableWarmup: false starts the sources once the process leads", async () => {
  const elected = Promise.withResolvers<void>();
  const started: string[] = [];
  const leadership = { signal: new AbortController().signal, elected: () => elected.promise };
  const source = (name: string): Source => ({
    name,
    start() {
      started.push(name);
      return { waitForSync: nothing, [Symbol.dispose]() {} };
    },
  });
  const cold = runController({ reconcile: nothing, sources: [source("cold")], leadership, enableWarmup: false });
  const warm = runController({ reconcile: nothing, sources: [source("warm")], leadership });

  await Promise.all([cold.clock.advance(1_000), warm.clock.advance(1_000)]);
  const before = [...started];
  elected.resolve();
  await Promise.all([cold.clock.advance(0), warm.clock.advance(0)]);

  expect(before).toEqual(["warm"]);
  expect(started).toEqual(["warm", "cold"]);
});

test("a panic is retried by default", async () => {
  const outcomes: string[] = [];
  let runs = 0;
  const { clock, push } = runController({
    async reconcile() {
      if (++runs === 1) throw new TypeError("Cannot read properties of undefined");
    },
    observer: { ended: ({ outcome }) => outcomes.push(outcome) },
  });

  push("a");
  await clock.advance(1_000);

  expect(outcomes).toEqual(["panic", "success"]);
});

test("recoverPanic: false ends the controller with the error, once the reconciles in flight have ended", async () => {
  const ended: string[] = [];
  const { clock, push, done } = runController<string>({
    async reconcile({ key }) {
      if (key === "defect") throw new TypeError("Cannot read properties of undefined");
      await clock.sleep(1_000);
      ended.push(key);
    },
    maxConcurrentReconciles: 2,
    recoverPanic: false,
  });

  push("in flight");
  push("defect");
  await clock.advance(0);
  push("too late");
  await clock.advance(2_000);
  const error: unknown = await done.catch((failure: unknown) => failure);

  expect(isReconcilePanicError(error)).toBe(true);
  expect(error).toMatchObject({
    message: 'Controller "test" panicked in the reconcile of "defect"',
    cause: { message: "Cannot read properties of undefined" },
  });
  expect(ended).toEqual(["in flight"]);
});

test.each([
  { usePriorityQueue: true, expected: ["high", "low"] },
  { usePriorityQueue: false, expected: ["low", "high"] },
])("usePriorityQueue: $usePriorityQueue", async ({ usePriorityQueue, expected }) => {
  const seen: string[] = [];
  const { clock, push } = runController<string>({
    reconcile: async ({ key }) => void seen.push(key),
    usePriorityQueue,
  });

  push("low", { priority: -100 });
  push("high");
  await clock.runUntilIdle();

  expect(seen).toEqual(expected);
});

test("newQueue creates the queue of the controller", () => {
  const names: (string | undefined)[] = [];
  runController<string>({
    reconcile: nothing,
    name: "painter",
    newQueue(options) {
      names.push(options.name);
      return createWorkQueue({ ...options, clock: createVirtualClock() });
    },
  });

  expect(names).toEqual(["painter"]);
});

test("logConstructor creates the log of each reconcile", async () => {
  const lines: string[] = [];
  const clock = createVirtualClock();
  const fixture = runController<string>({
    async reconcile({ log }) {
      log.info("Reconciling");
    },
    log: createLogger({ clock, write: (line) => lines.push(line) }),
    logConstructor: (log, request) => log.child({ shard: request }),
  });

  fixture.push("west");
  await fixture.clock.runUntilIdle();

  const line = lines.find((each) => each.includes('"Reconciling"'));
  expect(line).toContain('"controller":"test"');
  expect(line).toContain('"shard":"west"');
  expect(line).not.toContain('"object"');
});

test("an error of logConstructor is logged, and its request is reconciled", async () => {
  const lines: string[] = [];
  const reconciled: string[] = [];
  const fixture = runController<string>({
    async reconcile({ key }) {
      reconciled.push(key);
    },
    log: createLogger({ clock: createVirtualClock(), write: (line) => lines.push(line) }),
    logConstructor() {
      throw new Error("no shard");
    },
  });

  fixture.push("west");
  fixture.push("east");
  await fixture.clock.runUntilIdle();

  expect(reconciled).toEqual(["west", "east"]);
  expect(lines.filter((line) => line.includes("logConstructor failed") && line.includes("no shard"))).toHaveLength(2);
});

function unsynced<R>(status: Partial<RunningSource>, synced: Promise<void> = new Promise(() => {})): Source<R> {
  return {
    name: "unsynced",
    start: () => ({
      ...status,
      waitForSync: ({ signal }) =>
        Promise.race([
          synced,
          new Promise<void>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
        ]),
      [Symbol.dispose]() {},
    }),
  };
}
