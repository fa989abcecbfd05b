import { createVirtualClock } from "@kubewright/async";
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

function createFixture(requestsOf: (event: Event) => string[] | Promise<string[]>) {
  const clock = createVirtualClock();
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
