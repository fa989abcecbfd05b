import assert from "node:assert/strict";
import { createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { createWorkQueue } from "./create-work-queue.ts";
import type { WorkQueue } from "./work-queue.ts";

test("take() holds a leased key back and hands it out once more when its lease ends", async () => {
  using queue = createWorkQueue();
  queue.add("default/pi");
  const first = await queue.take();

  queue.add("default/pi");
  queue.add("default/pi");
  queue.add("default/e");

  assert.equal((await queue.take())?.key, "default/e");
  first?.[Symbol.dispose]();
  assert.equal((await queue.take())?.key, "default/pi");
});

test("A worker's loop works on every key that is due and ends when the queue is shut down", async () => {
  using queue = createWorkQueue();
  const worked: string[] = [];
  async function work(signal: AbortSignal): Promise<void> {
    for (;;) {
      using lease = await queue.take({ signal });
      if (!lease) return; // Shut down, and every key that waited has been worked on.
      worked.push(lease.key);
    }
  }
  queue.add("default/pi");
  queue.add("default/e");
  queue.shutDown();

  await work(new AbortController().signal);

  assert.deepEqual(worked, ["default/pi", "default/e"]);
});

test("add() of a key that waits keeps it one key", async () => {
  using queue = createWorkQueue();

  queue.add("default/pi");
  queue.add("default/pi");

  assert.equal(queue.size, 1);
});

test("Keys that are objects are the same when their properties are, in any order", async () => {
  using queue = createWorkQueue<{ readonly namespace?: string | undefined; readonly name: string }>();

  queue.add({ namespace: "default", name: "pi" });
  queue.add({ name: "pi", namespace: "default" });
  queue.add({ name: "pi" });
  queue.add({ name: "pi", namespace: undefined });

  assert.equal(queue.size, 2);
  assert.deepEqual((await queue.take())?.key, { namespace: "default", name: "pi" });
});

test("keyOf decides which keys are the same", async () => {
  using queue = createWorkQueue<{ readonly name: string; readonly reason: string }>({ keyOf: (key) => key.name });

  queue.add({ name: "pi", reason: "created" });
  queue.add({ name: "pi", reason: "resync" });

  assert.equal(queue.size, 1);
});

test("take() hands out the highest priority first, and within one the key that has been due longest", async () => {
  using queue = createWorkQueue();
  queue.add("low", { priority: -10 });
  queue.add("first of two");
  queue.add("second of two");
  queue.add("high", { priority: 10 });

  assert.deepEqual(await takeAll(queue), ["high", "first of two", "second of two", "low"]);
});

test("take() that has waited gets the highest priority of all keys that are added in one go", async () => {
  using queue = createWorkQueue();
  const waiting = queue.take();

  queue.add("low", { priority: -10 });
  queue.add("high", { priority: 10 });

  assert.equal((await waiting)?.key, "high");
});

test("add() raises the priority of a key that waits and never lowers it", async () => {
  using queue = createWorkQueue();
  queue.add("other", { priority: 1 });
  queue.add("raised");
  queue.add("raised", { priority: 5 });
  queue.add("raised", { priority: -5 });

  const lease = await queue.take();

  assert.equal(lease?.key, "raised");
  assert.equal(lease.priority, 5);
});

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

test("The earliest of several delays wins, in whatever order they are added", async () => {
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

test("add() refuses NaN and says which option it was", () => {
  using queue = createWorkQueue();

  assert.throws(() => queue.add("default/pi", { afterMs: Number.NaN }), /afterMs is NaN, must be a number/);
  assert.throws(() => queue.add("default/pi", { priority: Number.NaN }), /priority is NaN, must be a number/);
  assert.equal(queue.size, 0);
});

test("take() serves those who wait in turn", async () => {
  using queue = createWorkQueue();
  const [first, second] = [queue.take(), queue.take()];

  queue.add("default/pi");
  queue.add("default/e");

  assert.equal((await first)?.key, "default/pi");
  assert.equal((await second)?.key, "default/e");
});

test("take() rejects with the signal's reason, and the key it would have got goes to the next", async () => {
  using queue = createWorkQueue();
  const controller = new AbortController();
  const aborted = queue.take({ signal: controller.signal });
  const next = queue.take();

  queue.add("default/pi");
  controller.abort(new Error("manager stops"));

  await assert.rejects(aborted, /manager stops/);
  assert.equal((await next)?.key, "default/pi");
  await assert.rejects(queue.take({ signal: controller.signal }), /manager stops/);
});

test("A lease ends once: disposing it again does not end a later lease of the same key", async () => {
  using queue = createWorkQueue();
  queue.add("default/pi");
  const first = await queue.take();
  first?.[Symbol.dispose]();
  queue.add("default/pi");
  using _second = await queue.take();
  queue.add("default/pi");

  first?.[Symbol.dispose]();

  assert.deepEqual(await takeAll(queue), []);
});

test("shutDown() hands out what is due, also what is held back by a lease, and drops what is delayed", async () => {
  const clock = createVirtualClock();
  using queue = createWorkQueue({ clock });
  queue.add("default/pi");
  const lease = await queue.take();
  queue.add("default/pi");
  queue.add("due");
  queue.add("delayed", { afterMs: 1000 });

  queue.shutDown();
  queue.add("too late");
  assert.equal((await queue.take())?.key, "due");

  const last = queue.take();
  lease?.[Symbol.dispose]();
  assert.equal((await last)?.key, "default/pi");
  assert.equal(await queue.take(), undefined);
  assert.equal(clock.pendingTimers, 0);
});

test("shutDown() releases everybody who waits when nothing is left", async () => {
  using queue = createWorkQueue();
  const waiting = [queue.take(), queue.take()];

  queue.shutDown();

  assert.deepEqual(await Promise.all(waiting), [undefined, undefined]);
});

test("A worker that waits for a held key while the queue drains is released when another one gets it", async () => {
  using queue = createWorkQueue();
  queue.add("default/pi");
  const lease = await queue.take();
  queue.add("default/pi");
  queue.shutDown();
  const waiting = [queue.take(), queue.take()];

  lease?.[Symbol.dispose]();

  assert.deepEqual(
    (await Promise.all(waiting)).map((taken) => taken?.key),
    ["default/pi", undefined],
  );
});

test("shutDown() with abort drops every key and leaves no timer, also after a drain has begun", async () => {
  const clock = createVirtualClock();
  using queue = createWorkQueue({ clock });
  queue.add("due");
  queue.add("delayed", { afterMs: 1000 });

  queue.shutDown();
  queue.shutDown({ mode: "abort" });

  assert.equal(queue.size, 0);
  assert.equal(await queue.take(), undefined);
  assert.equal(clock.pendingTimers, 0);
});

test("The end of the queue's scope releases those who wait, and open leases may end after it", async () => {
  let waiting: Promise<unknown>;
  let lease;
  {
    using queue = createWorkQueue();
    queue.add("default/pi");
    lease = await queue.take();
    waiting = queue.take();
  }

  assert.equal(await waiting, undefined);
  lease?.[Symbol.dispose]();
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

/** The keys that can be had at this moment, each lease ended at once. */
async function takeAll(queue: WorkQueue<string>): Promise<string[]> {
  const keys: string[] = [];
  while (queue.size > 0) {
    const controller = new AbortController();
    const taking = queue.take({ signal: controller.signal }).catch(() => undefined);
    await createVirtualClock().settle();
    controller.abort();
    using lease = await taking;
    if (!lease) return keys;
    keys.push(lease.key);
  }
  return keys;
}

/** A list that the key goes into once it is handed out. */
function observed(taking: ReturnType<WorkQueue<string>["take"]>): string[] {
  const keys: string[] = [];
  void taking.then((lease) => keys.push(lease?.key ?? "none"));
  return keys;
}
