import { expect, test } from "vitest";
import { nextLifecycleState } from "./lifecycle-state.ts";
import type { LifecycleEvent, LifecycleState } from "./lifecycle-state.ts";

const first = new Error("first");
const second = new Error("second");
const stopping: LifecycleState = { kind: "stopping", stillRunning: [] };
const failing: LifecycleState = { kind: "stopping", failure: { error: first }, stillRunning: [] };

test.each<[title: string, state: LifecycleState, event: LifecycleEvent, next: LifecycleState]>([
  ["a new manager starts", { kind: "new" }, { kind: "start" }, { kind: "starting" }],
  ["a starting manager runs once it is ready", { kind: "starting" }, { kind: "ready" }, { kind: "running" }],
  ["a manager that stops while it starts does not run", stopping, { kind: "ready" }, stopping],
  ["a starting manager stops", { kind: "starting" }, { kind: "stop" }, stopping],
  ["a running manager stops", { kind: "running" }, { kind: "stop" }, stopping],
  ["a second stop changes nothing", failing, { kind: "stop" }, failing],
  ["a failure stops a running manager", { kind: "running" }, { kind: "fail", error: first }, failing],
  ["a failure during an orderly stop is the result", stopping, { kind: "fail", error: first }, failing],
  ["the first failure remains the result", failing, { kind: "fail", error: second }, failing],
  [
    "a runnable that runs after the deadline is recorded",
    { kind: "stopping", failure: { error: first }, stillRunning: ["a"] },
    { kind: "timeOut", name: "b" },
    { kind: "stopping", failure: { error: first }, stillRunning: ["a", "b"] },
  ],
  ["the result is kept after the end", failing, { kind: "end" }, { ...failing, kind: "stopped" }],
  [
    "a failure after the end does not start the manager again",
    { kind: "stopped", stillRunning: [] },
    { kind: "fail", error: first },
    { kind: "stopped", failure: { error: first }, stillRunning: [] },
  ],
])("%s", (_, state, event, next) => {
  expect(nextLifecycleState(state, event)).toEqual(next);
});

test.each<LifecycleState>([{ kind: "starting" }, { kind: "running" }, stopping, { kind: "stopped", stillRunning: [] }])(
  "a manager that is $kind cannot be started",
  (state) => {
    expect(() => nextLifecycleState(state, { kind: "start" })).toThrow("it has been started before");
  },
);
