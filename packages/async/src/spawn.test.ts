import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "vitest";
import { isStoppedError } from "./errors.ts";
import { spawn } from "./spawn.ts";
import { createVirtualClock } from "./virtual-clock.ts";

test("spawn() reports the failure of its task, whether thrown at once or later", async () => {
  const clock = createVirtualClock();
  const errors: unknown[] = [];
  const options = { name: "watch pods", onError: (error: unknown) => errors.push(error) };

  const failing = spawn(async () => {
    await clock.sleep(5);
    throw new Error("later");
  }, options);
  await spawn(() => {
    throw new Error("at once");
  }, options).done;
  await clock.runUntilSettled(failing.done);

  assert.deepEqual(errors.map(String), ["Error: at once", "Error: later"]);
});

test("The end of a task's scope aborts it, waits for its end, and is not a failure", async () => {
  const clock = createVirtualClock();
  const seen: unknown[] = [];

  {
    await using _task = spawn(
      async (signal) => {
        try {
          await clock.sleep(1000, { signal });
        } finally {
          await Promise.resolve();
          seen.push(signal.reason);
        }
      },
      { name: "watch pods", onError: (error) => seen.push(error) },
    );
  }

  assert.equal(seen.length, 1);
  assert.ok(isStoppedError(seen[0]));
  assert.equal(seen[0].message, 'Stopped by its owner: task "watch pods"');
});

test("stop() is harmless on a task that has ended, and a second time", async () => {
  const task = spawn(async () => {}, { name: "short", onError: failTest });

  await task.done;
  await task.stop();
  await task.stop();
});

test("A failure while stopping is reported, because it is not the echo of the abort", async () => {
  const errors: unknown[] = [];
  const task = spawn(
    async (signal) => {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      throw new Error("cannot flush");
    },
    { name: "flush", onError: (error) => errors.push(error) },
  );

  await task.stop();

  assert.deepEqual(errors.map(String), ["Error: cannot flush"]);
});

test("A task follows the signal of its options and lets go of it when it ends", async () => {
  const parent = new AbortController();
  const clock = createVirtualClock();
  const task = spawn((signal) => clock.sleep(1000, { signal }), {
    name: "child",
    onError: failTest,
    signal: parent.signal,
  });

  parent.abort(new Error("parent"));
  await task.done;

  assert.equal(getEventListeners(parent.signal, "abort").length, 0);
});

function failTest(error: unknown): void {
  assert.fail(`Reported: ${String(error)}`);
}
