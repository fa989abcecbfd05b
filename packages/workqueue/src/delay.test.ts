import assert from "node:assert/strict";
import { createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { createWorkQueue } from "./create-work-queue.ts";
import { takeAll } from "./testdata/taking.ts";
import type { WorkQueue } from "./work-queue.ts";

test("add() with afterMs makes a key due once that time is over", async () => {
  const clock = createVirtualClock();
  using queue = createWorkQueue({ clock });
  queue.add("default/pi", { afterMs: 5000 });
  const taken = observed(queue.take());

  await clock.advance(4999);
  assert.deepEqual(taken, []);
  assert.equal(queue.size, 0);

  await clock.advance(1);
  assert.deepEqual(taken, ["default/pi"]);
});

test("The earliest of several delays wins, regardless of the order of the adds", async () => {
  const clock = createVirtualClock();
  using queue = createWorkQueue({ clock });
  queue.add("sooner", { afterMs: 5000 });
  queue.add("sooner", { afterMs: 1000 });
  queue.add("as before", { afterMs: 2000 });
  queue.add("as before", { afterMs: 9000 });
  queue.add("at once", { afterMs: 9000 });
  queue.add("at once");

  assert.deepEqual(await takeAll(queue), ["at once"]);
  await clock.advance(1000);
  assert.deepEqual(await takeAll(queue), ["sooner"]);
  await clock.advance(1000);
  assert.deepEqual(await takeAll(queue), ["as before"]);
  await clock.advance(10_000);
  assert.equal(queue.size, 0);
});

test("Keys that become due at the same time are ordered by priority", async () => {
  const clock = createVirtualClock();
  using queue = createWorkQueue({ clock });
  queue.add("low", { afterMs: 10 });
  queue.add("high", { afterMs: 10, priority: 1 });
  const taken = observed(queue.take());

  await clock.advance(10);

  assert.deepEqual(taken, ["high"]);
});

test("A delay that ends while the key is leased waits for the end of the lease", async () => {
  const clock = createVirtualClock();
  using queue = createWorkQueue({ clock });
  queue.add("default/pi");
  const lease = await queue.take();
  queue.add("default/pi", { afterMs: 10 });
  const taken = observed(queue.take());

  await clock.advance(1000);
  assert.deepEqual(taken, []);

  lease?.[Symbol.dispose]();
  await clock.settle();
  assert.deepEqual(taken, ["default/pi"]);
});

test("A lease that ends while its key is delayed does not shorten the delay", async () => {
  const clock = createVirtualClock();
  using queue = createWorkQueue({ clock });
  queue.add("default/pi");
  const lease = await queue.take();
  queue.add("default/pi", { afterMs: 10 });
  lease?.[Symbol.dispose]();
  const taken = observed(queue.take());

  await clock.advance(9);
  assert.deepEqual(taken, []);

  await clock.advance(1);
  assert.deepEqual(taken, ["default/pi"]);
});

test("add() with rateLimited waits exponentially longer with each failure, until the key is forgotten", async () => {
  const clock = createVirtualClock();
  using queue = createWorkQueue({ clock });
  async function failAndWait(): Promise<number> {
    const failedAt = clock.now();
    queue.add("default/pi", { rateLimited: true });
    using _lease = await clock.runUntilSettled(queue.take());
    return clock.now() - failedAt;
  }

  assert.deepEqual([await failAndWait(), await failAndWait(), await failAndWait()], [5, 10, 20]);
  assert.equal(queue.failuresOf("default/pi"), 3);

  queue.forget("default/pi");
  assert.equal(queue.failuresOf("default/pi"), 0);
  assert.equal(await failAndWait(), 5);
});

test("add() with rateLimited and afterMs waits for the longer of the two", async () => {
  const clock = createVirtualClock();
  using queue = createWorkQueue({ clock });

  queue.add("limiter decides", { rateLimited: true, afterMs: 1 });
  queue.add("afterMs decides", { rateLimited: true, afterMs: 100 });

  await clock.advance(5);
  assert.deepEqual(await takeAll(queue), ["limiter decides"]);
  await clock.advance(95);
  assert.deepEqual(await takeAll(queue), ["afterMs decides"]);
});

test("The queue has one timer, however many keys are delayed", async () => {
  const clock = createVirtualClock();
  using queue = createWorkQueue({ clock });

  for (let key = 0; key < 1000; key++) queue.add(`default/${key}`, { afterMs: 1 + ((key * 7919) % 1000) });

  assert.equal(clock.pendingTimers, 1);
  assert.equal(clock.nextTimerAt, 1);
  await clock.advance(1000);
  assert.equal(queue.size, 1000);
  assert.equal(clock.pendingTimers, 0);
});

test("A key whose delay ends goes behind those that became due before", async () => {
  const clock = createVirtualClock();
  using queue = createWorkQueue({ clock });
  queue.add("delayed", { afterMs: 10 });
  await clock.advance(5);
  queue.add("due since 5 ms");
  await clock.advance(5);

  assert.deepEqual(await takeAll(queue), ["due since 5 ms", "delayed"]);
});

/** A list that the key goes into once it is handed out. */
function observed(taking: ReturnType<WorkQueue<string>["take"]>): string[] {
  const keys: string[] = [];
  void taking.then((lease) => keys.push(lease?.key ?? "none"));
  return keys;
}
