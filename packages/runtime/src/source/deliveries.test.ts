import { createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { Deliveries } from "./deliveries.ts";

interface Event {
  readonly object: string;
  readonly version: number;
}

test("an object whose handler always fails does not delay other objects", async () => {
  const { clock, deliveries, seen } = createFixture(async ({ object }) => {
    if (object === "poison") throw new Error("cannot map");
    return [object];
  });

  deliveries.deliver({ object: "poison", version: 1 });
  deliveries.deliver({ object: "a", version: 1 });
  await deliveries.settled();
  const afterFirst = [...seen];
  await clock.advance(600_000);
  deliveries.deliver({ object: "b", version: 1 });
  await deliveries.settled();

  expect(afterFirst).toEqual(["a"]);
  expect(seen).toEqual(["a", "b"]);
  expect(deliveries.waiting).toBe(1);
});

test("the first and the latest failed event of an object are delivered again, and memory is bounded", async () => {
  let isBroken = true;
  const { clock, deliveries, seen } = createFixture(({ object, version }) => {
    if (isBroken) throw new Error("not yet");
    return [`${object} ${version}`];
  });

  for (let version = 1; version <= 1_000; version++) deliveries.deliver({ object: "a", version });
  const { waiting } = deliveries;
  isBroken = false;
  await clock.advance(100);

  expect(waiting).toBe(1);
  expect(seen).toEqual(["a 1", "a 1000"]);
  expect(deliveries.waiting).toBe(0);
});

test("an event that fails while the failed events of its object are delivered again is not lost", async () => {
  let mapped = 0;
  const { clock, deliveries, seen } = createFixture(({ object, version }) => {
    mapped++;
    if (mapped === 1 || version === 2) {
      if (mapped < 4) throw new Error("not yet");
    }
    return [`${object} ${version}`];
  });

  deliveries.deliver({ object: "a", version: 1 });
  deliveries.deliver({ object: "a", version: 2 });
  await clock.advance(1_000);

  expect(new Set(seen)).toEqual(new Set(["a 1", "a 2"]));
  expect(deliveries.waiting).toBe(0);
});

test("the pause after failures doubles from 100 ms to 30 s", async () => {
  const { clock, deliveries, lines } = createFixture(() => Promise.reject(new Error("never")));

  deliveries.deliver({ object: "a", version: 1 });
  await clock.advance(200_000);

  const pauses = lines.map((line) => /"afterMs":(\d+)/u.exec(line)?.[1]);
  expect(pauses.slice(0, 3)).toEqual(["100", "200", "400"]);
  expect(pauses.at(-1)).toBe("30000");
});

test("asynchronous handlers run one at a time, and their requests are enqueued in the order of the events", async () => {
  const clock = createVirtualClock();
  let [running, runningMax] = [0, 0];
  const { deliveries, seen } = createFixture(async ({ object }) => {
    runningMax = Math.max(runningMax, (running += 1));
    await clock.sleep(object.length % 7);
    running -= 1;
    return [object];
  }, clock);
  const objects = Array.from({ length: 500 }, (_, number) => "x".repeat(number));

  for (const object of objects) deliveries.deliver({ object, version: 1 });
  await clock.runUntilSettled(deliveries.settled());

  expect(runningMax).toBe(1);
  expect(seen).toEqual(objects);
});

test("events after an asynchronous handler wait for it, even if their handlers are synchronous", async () => {
  const clock = createVirtualClock();
  const { deliveries, seen } = createFixture(
    ({ object }) => (object === "slow" ? clock.sleep(100).then(() => [object]) : [object]),
    clock,
  );

  for (const object of ["a", "slow", "b"]) deliveries.deliver({ object, version: 1 });
  const atOnce = [...seen];
  await clock.runUntilSettled(deliveries.settled());
  deliveries.deliver({ object: "c", version: 1 });

  expect(atOnce).toEqual(["a"]);
  expect(seen).toEqual(["a", "slow", "b", "c"]);
});

test("a handler whose promise never settles delays other events by 10 s, with a line in the log", async () => {
  const { clock, deliveries, seen, lines } = createFixture(async ({ object }) =>
    object === "stuck" ? await new Promise<never>(() => {}) : [object],
  );

  for (const object of ["a", "stuck", "b", "c"]) deliveries.deliver({ object, version: 1 });
  await clock.advance(9_999);
  const before = [...seen];
  await clock.advance(1);

  expect(before).toEqual(["a"]);
  expect(seen).toEqual(["a", "b", "c"]);
  expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
    "Handler has not returned, handling the next event",
  ]);
});

test("failed events are handled again one at a time", async () => {
  const clock = createVirtualClock();
  let [running, runningMax, calls] = [0, 0, 0];
  const { deliveries, seen } = createFixture(async ({ object }) => {
    runningMax = Math.max(runningMax, (running += 1));
    await clock.sleep(1);
    running -= 1;
    if ((calls += 1) <= 100) throw new Error("not yet");
    return [object];
  }, clock);

  for (let number = 0; number < 100; number += 1) deliveries.deliver({ object: `object-${number}`, version: 1 });
  await clock.advance(10_000);

  expect(runningMax).toBe(1);
  expect(new Set(seen).size).toBe(100);
});

test("asynchronous handlers that compute yield to the event loop every 10 ms", async () => {
  const virtual = createVirtualClock();
  let [now, turns] = [0, 0];
  const clock = {
    ...virtual,
    now: () => now,
    nextTurn: async () => {
      turns += 1;
      await virtual.nextTurn();
    },
  };
  const turnsAtEvent: number[] = [];
  const { deliveries } = createFixture(async () => {
    turnsAtEvent.push(turns);
    now += 5; // Each handler computes for 5 ms.
    return [];
  }, clock);

  for (let version = 0; version < 8; version += 1) deliveries.deliver({ object: "a", version });
  await deliveries.settled();

  expect(turnsAtEvent).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
});

function createFixture(
  requestsOf: (event: Event) => string[] | Promise<string[]>,
  clock: VirtualClock = createVirtualClock(),
) {
  const [seen, lines]: [string[], string[]] = [[], []];
  const deliveries = new Deliveries<Event, string>({
    source: "test",
    log: createLogger({ clock, write: (line) => lines.push(line) }),
    clock,
    signal: new AbortController().signal,
    requestsOf,
    enqueue: (_event, requests) => seen.push(...requests),
    objectOf: ({ object }) => object,
  });
  return { clock, deliveries, seen, lines };
}
