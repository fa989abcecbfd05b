import assert from "node:assert/strict";
import { createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { createWorkQueue } from "./create-work-queue.ts";

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

test("shutDown() releases all waiting callers when nothing is left", async () => {
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

test("The end of the queue's scope releases waiting callers, and open leases may end after it", async () => {
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
