// Channels of events: handlers, predicates, buffers, and iterated events.
import { EventEmitter, on } from "node:events";
import { createVirtualClock } from "@kubewright/async";
import { silentLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { createChannelSource } from "./channel-source.ts";
import type { ChannelSourceOptions } from "./channel-source.ts";

interface Order {
  readonly customer: string;
  readonly total: number;
}

test("a channel maps the events that pass its predicates to requests by its handler", async () => {
  const { push, seen, start } = channel<Order>({
    handler: ({ customer }) => [customer],
    predicates: [({ total }) => total > 0],
  });
  push({ customer: "early", total: 1 });

  start();
  push({ customer: "ann", total: 1 });
  push({ customer: "bob", total: 0 });

  expect(seen).toEqual(["early", "ann"]);
});

test("an event whose handler fails is handled again, and does not delay other events", async () => {
  let failures = 2;
  const { clock, push, seen, start } = channel<string>({
    async handler(event) {
      if (event === "a" && failures-- > 0) throw new Error("not yet");
      return [event];
    },
  });
  start();

  push("a");
  push("b");
  await clock.advance(299);
  const before = [...seen];
  await clock.advance(1);

  expect(before).toEqual(["b"]);
  expect(seen).toEqual(["b", "a"]);
});

test("a channel rejects events beyond bufferSize, before its start and while its handler waits", async () => {
  const handled = Promise.withResolvers<void>();
  const { push, start, seen, clock } = channel<string>({
    async handler(event) {
      await handled.promise;
      return [event];
    },
    bufferSize: 2,
  });
  const full =
    'Cannot push an event to source "orders": 2 events wait for the handler, push later or increase bufferSize';

  push("a");
  push("b");
  expect(() => push("c")).toThrow(full);
  start();
  expect(() => push("c")).toThrow(full);
  handled.resolve();
  await clock.settle();
  push("d");
  await clock.settle();

  expect(seen).toEqual(["a", "b", "d"]);
  expect(() => channel({ handler: () => [], bufferSize: 0 })).toThrow(
    'Cannot create source "orders": bufferSize is 0, must be a number from 1',
  );
});

test("a channel iterates events until it is stopped, and starts the iteration again after an error", async () => {
  const emitter = new EventEmitter();
  const { clock, seen, start } = channel<unknown[]>({
    handler: ([name]) => [String(name)],
    events: (signal) => on(emitter, "change", { signal }),
  });
  const running = start();
  await clock.settle();

  emitter.emit("change", "a");
  await clock.settle();
  emitter.emit("error", new Error("reset"));
  await clock.advance(1_000);
  emitter.emit("change", "b");
  await clock.settle();
  running[Symbol.dispose]();
  await clock.settle();

  expect(seen).toEqual(["a", "b"]);
  expect(emitter.listenerCount("change")).toBe(0);
});

test("a channel reads at most bufferSize events that its handler has not handled", async () => {
  const handled = Promise.withResolvers<void>();
  let read = 0;
  const { clock, seen, start } = channel<number>({
    async handler(event) {
      await handled.promise;
      return [String(event)];
    },
    bufferSize: 2,
    async *events() {
      while (read < 5) yield read++;
    },
  });
  start();
  await clock.settle();
  const readWhileBusy = read;

  handled.resolve();
  await clock.settle();

  expect(readWhileBusy).toBe(2);
  expect(seen).toEqual(["0", "1", "2", "3", "4"]);
});

test("an iteration of events waits while events of a failing handler fill the buffer", async () => {
  let read = 0;
  let isBroken = true;
  const { clock, seen, start } = channel<number>({
    handler(event) {
      if (isBroken) throw new Error("not yet");
      return [String(event)];
    },
    bufferSize: 2,
    async *events() {
      while (read < 4) yield read++;
    },
  });
  start();
  await clock.advance(10_000);
  const readWhileBroken = read;

  isBroken = false;
  await clock.advance(30_000);

  expect(readWhileBroken).toBe(2);
  expect(seen.toSorted()).toEqual(["0", "1", "2", "3"]);
});

function channel<E>(options: ChannelSourceOptions<E, string>) {
  const clock = createVirtualClock();
  const seen: string[] = [];
  const source = createChannelSource<E, string>("orders", options);
  const { signal } = new AbortController();
  return {
    clock,
    seen,
    push: source.push,
    start: () => source.start((request) => seen.push(request), { log: silentLogger, clock, signal }),
  };
}
