import { createVirtualClock } from "@kubewright/async";
import { silentLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { createPollingSource } from "./polling-source.ts";
import type { PollingSourceOptions } from "./polling-source.ts";

const { signal } = new AbortController();

test("a polling source enqueues the requests of each poll, until it is stopped", async () => {
  let polls = 0;
  const { clock, seen, running } = start({
    periodMs: 1_000,
    async *poll() {
      yield `${++polls}`;
    },
  });

  await clock.advance(2_500);
  running[Symbol.dispose]();
  await clock.advance(5_000);

  expect(seen).toEqual(["1", "2", "3"]);
  expect(polls).toBe(3);
});

test("a poll that fails is repeated after the period, and the source has synced with the first success", async () => {
  let failures = 2;
  const { clock, seen, running } = start({
    periodMs: 1_000,
    async poll() {
      if (failures-- > 0) throw new Error("not reachable");
      return ["a"];
    },
  });
  let hasSynced = false;
  const synced = running.waitForSync({ signal }).then(() => (hasSynced = true));

  await clock.advance(1_999);
  const before = hasSynced;
  await clock.advance(1);
  await synced;

  expect(before).toBe(false);
  expect(seen).toEqual(["a"]);
});

test("a poll that returns after its source was stopped enqueues nothing", async () => {
  const answer = Promise.withResolvers<string[]>();
  const { clock, seen, running } = start({ periodMs: 1_000, poll: () => answer.promise });

  running[Symbol.dispose]();
  answer.resolve(["late"]);
  await clock.settle();

  expect(seen).toEqual([]);
});

test("a period of zero is rejected", () => {
  expect(() => createPollingSource("buckets", { periodMs: 0, poll: () => [] })).toThrow(
    'Cannot create source "buckets": periodMs is 0, must be a number of milliseconds greater than 0',
  );
});

function start(options: PollingSourceOptions<string>) {
  const clock = createVirtualClock();
  const seen: string[] = [];
  const source = createPollingSource("buckets", options);
  const running = source.start((request) => seen.push(request), { log: silentLogger, clock, signal });
  return { clock, seen, running };
}
