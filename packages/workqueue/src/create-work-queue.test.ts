import assert from "node:assert/strict";
import { test } from "vitest";
import { createWorkQueue } from "./create-work-queue.ts";
import { takeAll } from "./testdata/taking.ts";

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

test("add() refuses NaN and says which option it was", () => {
  using queue = createWorkQueue();

  assert.throws(() => queue.add("default/pi", { afterMs: Number.NaN }), /afterMs is NaN, must be a number/);
  assert.throws(() => queue.add("default/pi", { priority: Number.NaN }), /priority is NaN, must be a number/);
  assert.equal(queue.size, 0);
});

test("take() serves waiting callers in order", async () => {
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
