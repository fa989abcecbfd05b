import type { Reconciler } from "../contracts/server-context.ts";
import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";
import { namesPerTurn, WorkQueue } from "./work-queue.ts";

const { server } = startTestServer();

const clock = createVirtualClock();

function createQueue(closing = new AbortController()): WorkQueue {
  return new WorkQueue({ clock, context: server.engine.context }, closing.signal);
}

test("a name that is added twice is reconciled once", () => {
  const seen: string[] = [];
  const queue = createQueue();
  const reconciler: Reconciler = { reconcile: (name) => void seen.push(name) };

  for (const name of ["a", "b", "a"]) queue.add(reconciler, name);
  queue.run();
  queue.run();

  expect(seen).toEqual(["a", "b"]);
});

test("a name that is added while its work runs is reconciled again after it", () => {
  const seen: string[] = [];
  const queue = createQueue();
  const reconciler: Reconciler = {
    reconcile(name) {
      seen.push(`begin ${name}`);
      if (seen.length === 1) queue.add(reconciler, name);
      seen.push(`end ${name}`);
    },
  };

  queue.add(reconciler, "a");
  queue.run();

  expect(seen).toEqual(["begin a", "end a", "begin a", "end a"]);
});

test("after an error, the queue continues with queued and later work", () => {
  const seen: string[] = [];
  const queue = createQueue();
  const reconciler: Reconciler = {
    reconcile(name) {
      seen.push(name);
      if (name === "a") throw new Error("cannot reconcile");
    },
  };

  for (const name of ["a", "b"]) queue.add(reconciler, name);
  expect(() => queue.run()).toThrow("cannot reconcile");
  queue.add(reconciler, "c");
  queue.run();

  expect(seen).toEqual(["a", "b", "c"]);
});

test("later work runs in a separate turn, unless the server closes", async () => {
  const seen: string[] = [];
  const closing = new AbortController();
  const queue = createQueue(closing);
  const reconciler: Reconciler = { reconcile: (name) => void seen.push(name) };

  queue.addLater(reconciler, "a");
  queue.run();
  expect(seen).toEqual([]);
  await clock.advance(0);
  expect(seen).toEqual(["a"]);

  queue.addLater(reconciler, "b");
  closing.abort();
  await clock.advance(0);
  expect(seen).toEqual(["a"]);
});

test("the rest of a long queue runs in later turns", async () => {
  let count = 0;
  const queue = createQueue();
  const reconciler: Reconciler = { reconcile: () => void count++ };

  for (let index = 0; index < 2.5 * namesPerTurn; index++) queue.add(reconciler, `n${index}`);
  queue.run();
  expect(count).toBe(namesPerTurn);
  await clock.advance(0);
  expect(count).toBe(2.5 * namesPerTurn);
});
