// A controller with a source that the test controls, in virtual time.
import { conflict } from "@kubewright/apimachinery";
import { createVirtualClock } from "@kubewright/async";
import { createLogger } from "@kubewright/telemetry";
import type { ControllerObserver } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { TerminalError } from "../errors.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import { createChannelSource } from "../source/channel-source.ts";
import { unusedContext } from "../testdata/reconcile-context.ts";
import { createController } from "./controller.ts";
import type { ControllerOptions } from "./controller-options.ts";

const pi = { namespace: "default", name: "pi" };

test("a controller reconciles a request once, even if it was enqueued several times", async () => {
  const seen: string[] = [];
  await using fixture = startFixture(async ({ key: { name } }) => {
    seen.push(name);
    return {};
  });

  fixture.push(pi);
  fixture.push(pi);
  await fixture.clock.runUntilIdle();

  expect(seen).toEqual(["pi"]);
});

test("a controller never runs two reconciles of one request at the same time, and reconciles again after an event during a reconcile", async () => {
  let active = 0;
  let overlapped = false;
  let turns = 0;
  await using fixture = startFixture(
    async () => {
      overlapped ||= active > 0;
      active += 1;
      turns += 1;
      await fixture.clock.sleep(100);
      active -= 1;
      return {};
    },
    { maxConcurrentReconciles: 4 },
  );

  fixture.push(pi);
  await fixture.clock.advance(50);
  fixture.push(pi);
  fixture.push(pi);
  await fixture.clock.advance(1_000);

  expect({ turns, overlapped }).toEqual({ turns: 2, overlapped: false });
});

test("a controller reconciles different requests concurrently, up to maxConcurrentReconciles", async () => {
  let active = 0;
  let most = 0;
  await using fixture = startFixture(
    async () => {
      active += 1;
      most = Math.max(most, active);
      await fixture.clock.sleep(100);
      active -= 1;
      return {};
    },
    { maxConcurrentReconciles: 2 },
  );

  for (const name of ["a", "b", "c", "d"]) fixture.push({ name });
  await fixture.clock.advance(1_000);

  expect(most).toBe(2);
});

test("a controller retries a failed request after a delay that doubles, and resets the delay after a success", async () => {
  const times: number[] = [];
  await using fixture = startFixture(async () => {
    times.push(fixture.clock.now());
    if (times.length === 3 || times.length === 5) return {};
    throw new Error("not yet");
  });
  const start = fixture.clock.now();

  fixture.push(pi);
  await fixture.clock.advance(1_000);
  fixture.push(pi);
  await fixture.clock.advance(1_000);

  expect(times.map((time) => time - start)).toEqual([0, 5, 15, 1_000, 1_005]);
});

test("a controller reconciles again after the time that the reconciler returned", async () => {
  const times: number[] = [];
  await using fixture = startFixture(async () => {
    times.push(fixture.clock.now());
    return times.length < 3 ? { requeueAfterMs: 60_000 } : {};
  });
  const start = fixture.clock.now();

  fixture.push(pi);
  await fixture.clock.advance(1_000_000);

  expect(times.map((time) => time - start)).toEqual([0, 60_000, 120_000]);
});

test("a controller does not retry a terminal error before the next change", async () => {
  let turns = 0;
  await using fixture = startFixture(async () => {
    turns += 1;
    throw new TerminalError("the image is invalid");
  });

  fixture.push(pi);
  await fixture.clock.advance(10_000_000);
  const turnsBeforeChange = turns;
  fixture.push(pi);
  await fixture.clock.advance(0);

  expect([turnsBeforeChange, turns]).toEqual([1, 2]);
});

test("a controller reports the outcome of each reconcile to its observer", async () => {
  const outcomes: string[] = [];
  const observer: ControllerObserver = {
    ended: ({ controller, outcome }) => outcomes.push(`${controller} ${outcome}`),
  };
  const ends: (() => object)[] = [
    () => ({}),
    () => ({ requeueAfterMs: 1 }),
    () => {
      throw conflict({ group: "", resource: "pods" }, "pi", "modified");
    },
    () => {
      throw new TerminalError("no");
    },
  ];
  await using fixture = startFixture(async () => ends.shift()?.() ?? {}, {}, observer);

  for (let turn = 0; turn < 4; turn += 1) {
    fixture.push({ name: `object-${turn}` });
    await fixture.clock.advance(0);
  }

  expect(outcomes).toEqual(["test success", "test requeue_after", "test requeue", "test terminal_error"]);
});

test("a controller aborts a reconcile that exceeds its timeout, and retries it", async () => {
  const reasons: unknown[] = [];
  await using fixture = startFixture(
    async ({ signal }) => {
      await fixture.clock.sleep(60_000, { signal }).catch((error: unknown) => {
        reasons.push(error);
        throw error;
      });
      return {};
    },
    { reconciliationTimeoutMs: 1_000 },
  );

  fixture.push(pi);
  await fixture.clock.advance(2_500);

  expect(reasons).toHaveLength(2);
});

test("a controller that stops waits for the reconcile in flight, and does not reconcile waiting requests", async () => {
  const ended: string[] = [];
  const fixture = startFixture(async ({ key: { name } }) => {
    await fixture.clock.sleep(1_000);
    ended.push(name);
    return {};
  });
  fixture.push({ name: "in-flight" });
  await fixture.clock.advance(0);
  fixture.push({ name: "waiting" });

  await fixture[Symbol.asyncDispose]();

  expect(ended).toEqual(["in-flight"]);
});

test("a controller that stops aborts the reconciles in flight after the grace period", async () => {
  const reasons: unknown[] = [];
  const fixture = startFixture(
    async ({ signal }) => {
      await fixture.clock.sleep(3_600_000, { signal }).catch((error: unknown) => reasons.push(error));
      return {};
    },
    { gracePeriodMs: 10_000 },
  );
  fixture.push(pi);
  await fixture.clock.advance(0);

  await fixture[Symbol.asyncDispose]();

  expect(reasons).toMatchObject([
    { name: "ManagerStoppedError", message: "Stopped: the grace period of 10000 ms is over" },
  ]);
});

test("an observer that throws does not end a worker, and its first error is logged", async () => {
  const seen: string[] = [];
  const lines: string[] = [];
  const fail = (): never => {
    throw new Error("cannot count");
  };
  const clock = createVirtualClock();
  const source = createChannelSource("test");
  const stop = new AbortController();
  const controller = createController({
    context: unusedContext(),
    name: "test",
    reconcile: async ({ key: { name } }) => {
      seen.push(name);
      return {};
    },
    sources: [source],
    clock,
    log: createLogger({ clock, write: (line) => lines.push(line) }),
    observer: { created: fail, started: fail, ended: fail },
    queueObserver: { added: fail, depthChanged: fail, taken: fail, released: fail },
  });
  const done = controller.start({ signal: stop.signal });

  source.push({ name: "a" });
  source.push({ name: "b" });
  await clock.runUntilIdle();
  stop.abort();
  await done;

  expect(seen).toEqual(["a", "b"]);
  expect(lines.filter((line) => line.includes("Observer failed"))).toEqual([
    expect.stringContaining('"observerMethod":"created"'),
    expect.stringContaining('"observerMethod":"added"'),
  ]);
});

test("a controller without workers is rejected, and the error names the controller and the value", () => {
  const make = (): unknown =>
    createController({
      context: unusedContext(),
      name: "idle",
      reconcile: async () => ({}),
      sources: [],
      clock: createVirtualClock(),
      maxConcurrentReconciles: 0,
    });

  expect(make).toThrow('Cannot create controller "idle": maxConcurrentReconciles is 0, must be an integer from 1');
});

function startFixture(reconcile: Reconciler, options: ControllerOptions = {}, observer: ControllerObserver = {}) {
  const clock = createVirtualClock();
  const source = createChannelSource("test");
  const stop = new AbortController();
  const controller = createController({
    context: unusedContext(),
    name: "test",
    reconcile,
    sources: [source],
    clock,
    observer,
    ...options,
  });
  const done = controller.start({ signal: stop.signal });
  return {
    clock,
    push: source.push,
    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort();
      await clock.runUntilIdle(); // A reconcile in flight may wait for a later time.
      await done;
    },
  };
}
