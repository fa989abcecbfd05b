// The limits of retries and of reconciles, and bursts of events.
import { conflict } from "@kubewright/apimachinery";
import { createExponentialRateLimiter } from "@kubewright/workqueue";
import { expect, test } from "vitest";
import type { ControllerOptions } from "./controller-options.ts";
import { runController } from "../testdata/running-controller.ts";

const everySecond = createExponentialRateLimiter({ initialMs: 1_000, multiplier: 1 });

test("retriesMax: the failure of the last retry is terminal, and a change resets the count", async () => {
  const { outcomes, push, clock } = failing({ retriesMax: 2 });

  push("a");
  await clock.advance(60_000);
  const before = [...outcomes];
  push("a");
  await clock.advance(60_000);

  expect(before).toEqual(["0 error", "1000 error", '2000 terminal_error: Retries of "a" ended after 2 retries']);
  expect(outcomes.slice(3)).toEqual([
    "60000 error",
    "61000 error",
    '62000 terminal_error: Retries of "a" ended after 2 retries',
  ]);
});

test("retriesMax counts consecutive failures, but not conflicts", async () => {
  const errors = [
    new Error("1"),
    conflict({ group: "", resource: "pods" }, "a", "modified"),
    undefined,
    new Error("2"),
  ];
  const { outcomes, push, clock } = failing({ retriesMax: 1 }, () => errors.shift());

  push("a");
  await clock.advance(10_000);
  push("a");
  await clock.advance(10_000);

  expect(outcomes).toEqual(["0 error", "1000 requeue", "2000 success", "10000 error", "11000 success"]);
});

test("retryTimeoutMs: a failure after this time is terminal", async () => {
  const { outcomes, push, clock } = failing({ retryTimeoutMs: 1_500 });

  push("a");
  await clock.advance(60_000);

  expect(outcomes).toEqual(["0 error", "1000 error", '2000 terminal_error: Retries of "a" ended after 1500 ms']);
});

test("a reconcile receives the number of previous failures", async () => {
  const failures: number[] = [];
  const { clock, push } = runController<string>({
    async reconcile(context) {
      failures.push(context.failures);
      if (failures.length < 3) throw new Error("not yet");
    },
  });

  push("a");
  await clock.advance(1_000);
  push("a");
  await clock.advance(1_000);

  expect(failures).toEqual([0, 1, 2, 0]);
});

test("rateLimited delays the reconciles of each request above the limit, and drops none", async () => {
  const { seen, push, clock } = recording({ rateLimited: { maxReconciliations: 2, withinMs: 3_000 } });

  for (let event = 0; event < 5; event++) {
    push("busy");
    await clock.advance(500);
  }
  push("other");
  await clock.advance(10_000);

  expect(seen).toEqual(["0 busy by 1", "500 busy by 1", "2500 other by 1", "3000 busy by 3"]);
});

test("the period of rateLimited starts again with the next reconcile, also after a pause", async () => {
  const { seen, push, clock } = recording({ rateLimited: { maxReconciliations: 1, withinMs: 1_000 } });

  push("a");
  await clock.advance(900);
  push("b");
  await clock.advance(500);
  push("a");
  push("b");
  await clock.advance(5_000);
  push("a");
  await clock.advance(0);

  expect(seen).toEqual(["0 a by 1", "900 b by 1", "1400 a by 1", "1900 b by 1", "6400 a by 1"]);
});

test("debounceMs combines a burst of events into one reconcile, a fixed time after the first event", async () => {
  const { seen, push, clock } = recording({ debounceMs: 1_000 });

  for (let event = 0; event < 4; event++) {
    push("a");
    await clock.advance(400);
  }
  await clock.advance(5_000);

  expect(seen).toEqual(["1000 a by 3", "2200 a by 1"]);
});

test.each<[options: ControllerOptions<string>, message: string]>([
  [{ retriesMax: -1 }, "retriesMax is -1, must be a number from 0"],
  [{ retryTimeoutMs: NaN }, "retryTimeoutMs is NaN, must be a number of milliseconds from 0"],
  [
    { rateLimited: { maxReconciliations: 0, withinMs: 1 } },
    "rateLimited.maxReconciliations is 0, must be an integer from 1",
  ],
  [
    { rateLimited: { maxReconciliations: 1, withinMs: 0 } },
    "rateLimited.withinMs is 0, must be a number of milliseconds greater than 0",
  ],
  [{ debounceMs: -1 }, "debounceMs is -1, must be a number of milliseconds from 0"],
])("%o is rejected", (options, message) => {
  const create = (): unknown => runController<string>({ ...options, reconcile: async () => {} });

  expect(create).toThrow(`Cannot create controller "test": ${message}`);
});

function failing(options: ControllerOptions<string>, nextError = (): Error | undefined => new Error("not yet")) {
  const outcomes: string[] = [];
  const fixture = runController<string>({
    async reconcile() {
      const error = nextError();
      if (error) throw error;
    },
    observer: {
      ended({ outcome, error }) {
        const message = outcome === "terminal_error" && error instanceof Error ? `: ${error.message}` : "";
        outcomes.push(`${fixture.clock.now() - start} ${outcome}${message}`);
      },
    },
    rateLimiter: everySecond,
    ...options,
  });
  const start = fixture.clock.now();
  return { ...fixture, outcomes };
}

function recording(options: ControllerOptions<string>) {
  const seen: string[] = [];
  const fixture = runController<string>({
    async reconcile({ key, causes }) {
      seen.push(`${fixture.clock.now() - start} ${key} by ${causes.length}`);
    },
    ...options,
  });
  const start = fixture.clock.now();
  return { ...fixture, seen };
}
