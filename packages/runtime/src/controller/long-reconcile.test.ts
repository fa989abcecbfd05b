import { createLogger } from "@kubewright/telemetry";
import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { reportLongReconcile } from "./long-reconcile.ts";
import { runController } from "../testdata/running-controller.ts";

test("a reconcile that runs longer than 5 minutes is logged once, with the controller and the object", async () => {
  const lines: string[] = [];
  const log = createLogger({ clock: createVirtualClock(), write: (line) => lines.push(line) });
  const release = Promise.withResolvers<void>();
  const { clock, push } = runController<string>({ name: "slow", log, reconcile: () => release.promise });

  push("default/a");
  await clock.advance(299_999);
  const before = lines.filter((line) => line.includes("Reconcile has not ended")).length;
  await clock.advance(1_000_000);
  release.resolve();

  const warnings = lines.filter((line) => line.includes("Reconcile has not ended"));
  expect(before).toBe(0);
  expect(warnings.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: "warn", controller: "slow", object: "default/a", afterMs: 300_000 },
  ]);
});

test("a reconcile that has ended, or whose signal is aborted, leaves no timer", () => {
  const clock = createVirtualClock();
  const end = new AbortController();
  const log = createLogger({ clock, write: () => {} });

  reportLongReconcile({ clock, log, object: "a", signal: end.signal })[Symbol.dispose]();
  const afterEnd = clock.pendingTimers;
  using _running = reportLongReconcile({ clock, log, object: "b", signal: end.signal });
  const running = clock.pendingTimers;
  end.abort(new Error("the controller stops"));

  expect([afterEnd, running, clock.pendingTimers]).toEqual([0, 1, 0]);
});
