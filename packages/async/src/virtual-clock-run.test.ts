import assert from "node:assert/strict";
import { test } from "vitest";
import { createVirtualClock } from "./virtual-clock.ts";

test("runUntilIdle() moves from timer to timer and stands at the last one", async () => {
  const clock = createVirtualClock();
  const woken: number[] = [];
  void (async () => {
    for (const ms of [1, 1000, 60_000]) {
      await clock.sleep(ms);
      woken.push(clock.now());
    }
  })();

  await clock.runUntilIdle();

  assert.deepEqual(woken, [1, 1001, 61_001]);
  assert.equal(clock.now(), 61_001);
});

test("runUntilIdle() says what still waits when something rearms itself for ever", async () => {
  const clock = createVirtualClock();
  function rearm(): void {
    clock.setTimer(1000, rearm);
  }
  rearm();

  await assert.rejects(
    clock.runUntilIdle({ limitMs: 5000 }),
    /Not there after 5000 ms of virtual time: 1 timers are pending, the next at 6000 ms/,
  );
});

test("runUntil() stops at the first moment its condition holds", async () => {
  const clock = createVirtualClock();
  let rounds = 0;
  function rearm(): void {
    rounds++;
    clock.setTimer(1000, rearm);
  }
  rearm();

  await clock.runUntil(() => rounds === 4);

  assert.equal(clock.now(), 3000);
});

test("runUntil() rejects when no timer is left that could make its condition true", async () => {
  const clock = createVirtualClock();
  clock.setTimer(7, () => {});

  await assert.rejects(
    clock.runUntil(() => false),
    /Nothing left to wait for at 7 ms/,
  );
});

test("runUntilSettled() returns the value of a promise that needs time, and throws what it rejects with", async () => {
  const clock = createVirtualClock();

  const value = await clock.runUntilSettled(clock.sleep(50).then(() => "done"));

  assert.equal(value, "done");
  assert.equal(clock.now(), 50);
  await assert.rejects(clock.runUntilSettled(Promise.reject(new Error("failed"))), /failed/);
  await assert.rejects(clock.runUntilSettled(new Promise(() => {})), /Nothing left to wait for/);
});
