// The reports of failed reconciles and handlers to the program.
import { conflict } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { TerminalError } from "../errors.ts";
import { createChannelSource } from "../source/channel-source.ts";
import { runController } from "../testdata/running-controller.ts";

test("onError receives the error of a failed reconcile and its context, and not a conflict", async () => {
  const ends = ["error", "conflict", "terminal"];
  const seen: string[] = [];
  const { clock, push } = runController<string>({
    async reconcile() {
      const end = ends.shift();
      if (end === "error") throw new Error("the registry is down");
      if (end === "conflict") throw conflict({ group: "", resource: "pods" }, "pi", "modified");
      if (end === "terminal") throw new TerminalError("the name is invalid");
    },
    onError: (error, context) => {
      seen.push(`${context.key} at ${context.clock.now()}: ${String(error)}`);
      throw new Error("onError fails, too");
    },
  });

  push("default/a");
  await clock.advance(1_000);

  expect(ends).toEqual([]);
  expect(seen).toEqual([
    "default/a at 0: Error: the registry is down",
    "default/a at 15: TerminalError: the name is invalid",
  ]);
});

test("a handler that fails again and again is reported to the observer, with the number of failures", async () => {
  const failed: { readonly source: string; readonly failures: number }[] = [];
  const error = new Error("the informer has no index");
  const events = createChannelSource("events", {
    handler: () => {
      throw error;
    },
  });
  const { clock } = runController({
    name: "mirror",
    reconcile: async () => {},
    sources: [events],
    observer: { handlerFailed: (event) => failed.push(event) },
  });

  events.push("changed");
  await clock.advance(1_000);

  expect(failed).toEqual([1, 2, 3, 4].map((failures) => ({ controller: "mirror", source: "events", failures, error })));
});
