import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { burst, createRequestBudget, refillMs } from "./request-budget.ts";

test("a full bucket gives its tokens at once, and then one in each refill time", async () => {
  const clock = createVirtualClock();
  const budget = createRequestBudget(clock);

  const first = Array.from({ length: burst }, () => budget.take());
  const next = budget.take();
  await clock.advance(next);
  const after = budget.take();

  expect(new Set(first)).toEqual(new Set([0]));
  expect([next, after]).toEqual([refillMs, refillMs]);
});

test("tokens that are taken without waiting for them are not owed", async () => {
  const clock = createVirtualClock();
  const budget = createRequestBudget(clock);
  for (let count = 0; count < 1_000; count += 1) budget.take();

  const wait = budget.take();
  await clock.advance(2 * refillMs);

  expect(wait).toBe(refillMs);
  expect(budget.take()).toBe(0);
});
