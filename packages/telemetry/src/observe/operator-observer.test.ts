import { expect, test } from "vitest";
import { joinObservers, observeEvents } from "./operator-observer.ts";
import type { OperatorEvent } from "./operator-observer.ts";

const report = { controller: "myjob", object: "default/pi", outcome: "success", durationMs: 5 } as const;

test("an observer of events receives each event with the part and the method that it belongs to", () => {
  const events: OperatorEvent[] = [];
  const observer = joinObservers([observeEvents((event) => events.push(event))], fail);

  observer.controller.ended?.(report);
  observer.leaderElection.leadingChanged?.({ lease: "demo", isLeading: true });
  observer.workQueue.retried?.({ queue: "myjob" });

  expect(events).toEqual([
    { source: "controller", kind: "ended", event: report },
    { source: "leaderElection", kind: "leadingChanged", event: { lease: "demo", isLeading: true } },
    { source: "workQueue", kind: "retried", event: { queue: "myjob" } },
  ]);
});

test("the type of an event follows from its part and kind", () => {
  const durations: number[] = [];
  const observer = joinObservers(
    [
      observeEvents((event) => {
        if (event.source === "controller" && event.kind === "ended") durations.push(event.event.durationMs);
      }),
    ],
    fail,
  );

  observer.controller.ended?.(report);

  expect(durations).toEqual([5]);
});

test("every observer that has the method is called, in order, and a method that none has is absent", () => {
  const calls: string[] = [];
  const observer = joinObservers(
    [
      { client: { warned: ({ text }) => calls.push(`first ${text}`) } },
      { informer: {} },
      { client: { warned: ({ text }) => calls.push(`third ${text}`) } },
    ],
    fail,
  );

  observer.client.warned?.({ code: 299, agent: "-", text: "old" });

  expect(calls).toEqual(["first old", "third old"]);
  expect([observer.client.requestEnded, observer.informer.eventReceived]).toEqual([undefined, undefined]);
});

test("an observer that throws is reported once and does not keep the later ones from their calls", () => {
  const called: string[] = [];
  const reported: string[] = [];
  class Broken {
    readonly leaderElection = {
      leaderSeen(): void {
        throw new Error("cannot count");
      },
    };
  }
  const observer = joinObservers(
    [new Broken(), { leaderElection: { leaderSeen: ({ identity }) => called.push(identity) } }],
    (method, error) => reported.push(`${method}: ${String(error)}`),
  );

  observer.leaderElection.leaderSeen?.({ lease: "demo", identity: "a" });
  observer.leaderElection.leaderSeen?.({ lease: "demo", identity: "b" });

  expect(called).toEqual(["a", "b"]);
  expect(reported).toEqual(["leaderElection.leaderSeen: Error: cannot count"]);
});

function fail(_method: string, error: unknown): void {
  throw error;
}
