import { createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import type { BudgetLane } from "../observer.ts";
import { createRequestBudget } from "./request-budget.ts";
import type { RequestBudget, RequestBudgetOptions } from "./request-budget.ts";

interface Fixture {
  readonly budget: RequestBudget;
  readonly clock: VirtualClock;
  /** The requests that the budget has let through, in order. */
  readonly sent: string[];
  readonly send: (
    name: string,
    lane: BudgetLane,
    options?: { readonly slot?: boolean; readonly signal?: AbortSignal },
  ) => void;
}

function createFixture(options: RequestBudgetOptions): Fixture {
  const clock = createVirtualClock();
  const budget = createRequestBudget({ clock, ...options });
  const sent: string[] = [];
  return {
    budget,
    clock,
    sent,
    send(name, lane, { slot = true, signal } = {}) {
      const turn = budget.acquire(lane, { slot, signal });
      if (turn === undefined) sent.push(name);
      else
        turn.then(
          () => sent.push(name),
          (error: unknown) => sent.push(`${name}: ${error instanceof Error ? error.message : ""}`),
        );
    },
  };
}

test("requests are sent at once while there are free slots", () => {
  const { send, sent } = createFixture({ concurrencyMax: 4 });

  send("get", "default");
  send("list", "bulk");
  send("lease", "urgent");

  expect(sent).toEqual(["get", "list", "lease"]);
});

test("lists use at most a quarter of the slots, and urgent requests have slots that no other lane uses", async () => {
  const { send, sent, clock } = createFixture({ concurrencyMax: 8 });

  for (const name of ["l1", "l2", "l3"]) send(name, "bulk");
  for (const name of ["d1", "d2", "d3", "d4", "d5", "d6"]) send(name, "default");
  send("lease", "urgent");
  await clock.settle();

  expect(sent).toEqual(["l1", "l2", "d1", "d2", "d3", "d4", "d5", "lease"]);
});

test("a free slot goes to the first request of the most urgent lane, even if other requests have waited longer", async () => {
  const { send, sent, clock, budget } = createFixture({ concurrencyMax: 4 });
  for (const name of ["u1", "u2", "u3", "u4"]) send(name, "urgent");
  for (const [name, lane] of [
    ["l1", "bulk"],
    ["d1", "default"],
    ["u5", "urgent"],
    ["d2", "default"],
    ["u6", "urgent"],
  ] as const)
    send(name, lane);

  for (let count = 0; count < 5; count += 1) {
    budget.release("urgent");
    await clock.settle();
  }

  expect(sent.slice(4)).toEqual(["u5", "u6", "d1", "d2", "l1"]);
});

test("one list is sent even if other reads and writes use all their slots", () => {
  const { send, sent } = createFixture({ concurrencyMax: 10 });
  for (let count = 0; count < 9; count += 1) send("get", "default");

  send("list", "bulk");

  expect(sent.at(-1)).toBe("list");
});

test("a request that needs no slot is sent before requests that wait for a slot", () => {
  const { send, sent } = createFixture({ concurrencyMax: 4 });
  for (const name of ["u1", "u2", "u3", "u4"]) send(name, "urgent");
  send("list", "bulk");
  send("get", "default");

  send("exec", "urgent", { slot: false });

  expect(sent.slice(4)).toEqual(["exec"]);
});

test("an aborted request leaves the lane with the reason of its signal, and its slot stays free", async () => {
  const { send, sent, clock, budget } = createFixture({ concurrencyMax: 4 });
  for (const name of ["u1", "u2", "u3", "u4"]) send(name, "urgent");
  const end = new AbortController();
  send("first", "urgent", { signal: end.signal });
  send("second", "urgent");

  end.abort(new Error("over"));
  budget.release("urgent");
  await clock.settle();

  expect(sent.slice(4)).toEqual(["first: over", "second"]);
});

test("a burst is sent at once, and then qps requests per second, urgent requests first", async () => {
  const { send, sent, clock } = createFixture({ qps: 2, burst: 3 });

  for (const name of ["l1", "l2", "l3", "l4", "l5"]) send(name, "bulk");
  send("lease", "urgent");
  await clock.settle();
  expect(sent).toEqual(["l1", "l2", "l3"]);

  await clock.advance(499);
  expect(sent).toHaveLength(3);
  await clock.advance(1);
  expect(sent.slice(3)).toEqual(["lease"]);
  await clock.advance(1_000);
  expect(sent.slice(4)).toEqual(["l4", "l5"]);
  await clock.advance(60_000);
  for (const name of ["l6", "l7", "l8", "l9"]) send(name, "bulk");
  await clock.settle();
  expect(sent.slice(6)).toEqual(["l6", "l7", "l8"]);
});

test("a pause stops its lane and the lanes below it until it ends, and never the urgent lane", async () => {
  const { send, sent, clock, budget } = createFixture({});

  budget.pause("bulk", 1_000);
  send("list", "bulk");
  send("get", "default");
  budget.pause("urgent", 2_000);
  send("late get", "default");
  send("lease", "urgent");
  await clock.advance(1_999);
  expect(sent).toEqual(["get", "lease"]);

  await clock.advance(1);
  expect(sent).toEqual(["get", "lease", "late get", "list"]);
  expect(clock.pendingTimers).toBe(0);
});

test("numbers that allow no slot or no token are rejected", () => {
  expect(() => createRequestBudget({ concurrencyMax: 3 })).toThrow(
    "Cannot create a request budget: concurrencyMax is 3, must be an integer of at least 4",
  );
  expect(() => createRequestBudget({ qps: 0 })).toThrow("qps is 0, must be greater than 0");
  expect(() => createRequestBudget({ qps: 5, burst: 0.5 })).toThrow("burst is 0.5, must be an integer of at least 1");
});
