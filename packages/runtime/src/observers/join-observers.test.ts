import type { ClientObserver } from "@kubewright/client";
import type { InformerObserver } from "@kubewright/informer";
import { expect, test } from "vitest";
import { Widget } from "../testdata/fake-api.ts";
import { joinClientObservers, joinInformerObservers, joinLeaderElectionObservers } from "./join-observers.ts";

test("every observer that has the method is called, in order", () => {
  const calls: string[] = [];
  const client: ClientObserver = joinClientObservers(
    [{ warned: ({ text }) => calls.push(`first ${text}`) }, {}, { warned: ({ text }) => calls.push(`third ${text}`) }],
    fail,
  );
  const informer: InformerObserver = joinInformerObservers(
    [{}, { handlerFailed: (type, handler, error) => calls.push(`${type.kind} ${handler} ${String(error)}`) }],
    fail,
  );

  client.warned?.({ code: 299, agent: "-", text: "old" });
  informer.handlerFailed?.(Widget, "source", "oops");

  expect(calls).toEqual(["first old", "third old", "Widget source oops"]);
});

test("an observer that throws is reported once and does not keep the later ones from their calls", () => {
  const called: string[] = [];
  const reported: string[] = [];
  const observer = joinLeaderElectionObservers(
    [
      {
        leaderSeen() {
          throw new Error("cannot count");
        },
      },
      { leaderSeen: (_, identity) => called.push(identity) },
    ],
    (method, error) => reported.push(`${method}: ${String(error)}`),
  );

  observer.leaderSeen?.("demo", "a");
  observer.leaderSeen?.("demo", "b");

  expect(called).toEqual(["a", "b"]);
  expect(reported).toEqual(["leaderSeen: Error: cannot count"]);
});

function fail(_method: string, error: unknown): void {
  throw error;
}
