import assert from "node:assert/strict";
import { test } from "vitest";
import { createVirtualClock } from "./virtual-clock.ts";

test("advance() fires the timers that fall into its span and moves now() to its end", async () => {
  const clock = createVirtualClock();
  const fired: string[] = [];
  clock.setTimer(10, () => fired.push("at 10"));
  clock.setTimer(11, () => fired.push("at 11"));

  await clock.advance(10);

  assert.deepEqual(fired, ["at 10"]);
  assert.equal(clock.now(), 10);
  assert.equal(clock.pendingTimers, 1);
  assert.equal(clock.nextTimerAt, 11);
});

test("advance() fires timers in the order of their time, and those of the same time in the order of their setting", async () => {
  const clock = createVirtualClock();
  const fired: string[] = [];
  clock.setTimer(5, () => fired.push("late"));
  clock.setTimer(2, () => fired.push("first of two"));
  clock.setTimer(2, () => fired.push("second of two"));
  clock.setTimer(-1, () => fired.push("at once"));

  await clock.advance(5);

  assert.deepEqual(fired, ["at once", "first of two", "second of two", "late"]);
});

test("advance() lets promise chains come to rest between two timers of the same time, however long they are", async () => {
  const clock = createVirtualClock();
  const seen: string[] = [];
  clock.setTimer(1, () => void longChain(10_000).then(() => seen.push("chain of the first timer")));
  clock.setTimer(1, () => seen.push("second timer"));

  await clock.advance(1);

  assert.deepEqual(seen, ["chain of the first timer", "second timer"]);
});

test("advance() lets work that was started before the call set its timers before time passes", async () => {
  const clock = createVirtualClock();
  const woken: number[] = [];
  void longChain(100)
    .then(() => clock.sleep(5))
    .then(() => woken.push(clock.now()));

  await clock.advance(5);

  assert.deepEqual(woken, [5]);
});

test("advance() also fires timers that are set while it runs, at their own time", async () => {
  const clock = createVirtualClock();
  const ticks: number[] = [];
  void (async () => {
    for (;;) {
      await clock.sleep(10);
      ticks.push(clock.now());
    }
  })();

  await clock.advance(35);

  assert.deepEqual(ticks, [10, 20, 30]);
  assert.equal(clock.now(), 35);
});

test("advance() passes ten hours of a 1 s loop without waiting", async () => {
  const clock = createVirtualClock();
  let rounds = 0;
  void (async () => {
    for (;;) {
      await clock.sleep(1000);
      rounds++;
    }
  })();

  await clock.advance(10 * 60 * 60 * 1000);

  assert.equal(rounds, 36_000);
});

test("advance(0) fires what is due, and settle() fires nothing", async () => {
  const clock = createVirtualClock();
  const fired: string[] = [];
  clock.setTimer(0, () => fired.push("timer of 0 ms"));

  await clock.settle();
  assert.deepEqual(fired, []);

  await clock.advance(0);
  assert.deepEqual(fired, ["timer of 0 ms"]);
});

test("settle() waits for promise chains also when a callback of the platform calls it", async () => {
  const clock = createVirtualClock();
  const seen: string[] = [];

  await new Promise<void>((resolve, reject) => {
    // oxlint-disable-next-line no-restricted-properties -- The platform's callback is what this test is about.
    process.nextTick(() => {
      longChain(100).then(() => seen.push("chain"), reject);
      clock.settle().then(resolve, reject);
    });
  });

  assert.deepEqual(seen, ["chain"]);
});

test("A disposed timer never fires, and disposing it twice or after it fired does nothing", async () => {
  const clock = createVirtualClock();
  const fired: string[] = [];
  const cancelled = clock.setTimer(1, () => fired.push("cancelled"));
  const kept = clock.setTimer(1, () => fired.push("kept"));

  cancelled[Symbol.dispose]();
  cancelled[Symbol.dispose]();
  await clock.advance(1);
  kept[Symbol.dispose]();

  assert.deepEqual(fired, ["kept"]);
  assert.equal(clock.pendingTimers, 0);
});

test("A timer may dispose another one that is due at the same time", async () => {
  const clock = createVirtualClock();
  const fired: string[] = [];
  const timers = new DisposableStack();
  clock.setTimer(1, () => timers.dispose());
  timers.use(clock.setTimer(1, () => fired.push("disposed by the first")));

  await clock.advance(1);

  assert.deepEqual(fired, []);
});

test("advance() rejects with the error of a timer's callback, and continues from there when called again", async () => {
  const clock = createVirtualClock();
  const fired: string[] = [];
  clock.setTimer(1, () => {
    throw new Error("broken callback");
  });
  clock.setTimer(2, () => fired.push("after it"));

  await assert.rejects(clock.advance(5), /broken callback/);
  assert.equal(clock.now(), 1);

  await clock.advance(4);
  assert.deepEqual(fired, ["after it"]);
});

test("advance() refuses to run twice at once, because the order would depend on how the two interleave", async () => {
  const clock = createVirtualClock();

  const first = clock.advance(1);
  await assert.rejects(clock.advance(1), /another move has not ended/);
  await first;

  assert.equal(clock.now(), 1);
});

test("advance() rejects when timers of 0 ms rearm themselves for ever", async () => {
  const clock = createVirtualClock();
  function rearm(): void {
    clock.setTimer(0, rearm);
  }
  rearm();

  await assert.rejects(clock.advance(1), /100000 timers fired while it stood at 0 ms, some loop never waits/);
});

test("nextTurn() rejects in a loop that never waits for anything else, instead of hanging the run", async () => {
  const clock = createVirtualClock();

  async function spin(): Promise<void> {
    for (;;) await clock.nextTurn();
  }

  await assert.rejects(spin(), /some loop never waits/);
});

test("nextTurn() may be awaited for ever by what comes to rest now and then", async () => {
  const clock = createVirtualClock();

  for (let batch = 0; batch < 25; batch++) {
    for (let turn = 0; turn < 50_000; turn++) await clock.nextTurn();
    await clock.settle();
  }
});

test("nextTurn() lets what is already queued run first, and takes no time", async () => {
  const clock = createVirtualClock();
  const seen: string[] = [];
  void Promise.resolve().then(() => seen.push("other work"));

  await clock.nextTurn();
  seen.push("after the turn");

  assert.deepEqual(seen, ["other work", "after the turn"]);
  assert.equal(clock.now(), 0);
});

test("sleep() rejects with the reason of the aborted signal, and leaves no timer", async () => {
  const clock = createVirtualClock();
  const controller = new AbortController();
  const sleeping = clock.sleep(1000, { signal: controller.signal });

  controller.abort(new Error("no longer needed"));

  await assert.rejects(sleeping, /no longer needed/);
  assert.equal(clock.pendingTimers, 0);
});

test("sleep() rejects immediately if its signal is already aborted", async () => {
  const clock = createVirtualClock();

  await assert.rejects(clock.sleep(1, { signal: AbortSignal.abort(new Error("too late")) }), /too late/);

  assert.equal(clock.pendingTimers, 0);
});

test("setTimer() takes Infinity as never, and refuses NaN", async () => {
  const clock = createVirtualClock();

  clock.setTimer(Infinity, () => assert.fail("fired"));
  await clock.runUntilIdle();

  assert.equal(clock.pendingTimers, 0);
  assert.throws(() => clock.setTimer(Number.NaN, () => {}), /ms is NaN/);
});

test("wallTime() starts at the given time and advances with now(), and can be set without firing timers", async () => {
  const clock = createVirtualClock({ startTime: Date.UTC(2026, 5, 1) });
  clock.setTimer(60_000, () => {});

  await clock.advance(1000);
  assert.equal(clock.wallTime(), Date.UTC(2026, 5, 1, 0, 0, 1));

  clock.setWallTime(Date.UTC(2026, 5, 1, 1));
  await clock.settle();
  assert.equal(clock.wallTime(), Date.UTC(2026, 5, 1, 1));
  assert.equal(clock.now(), 1000);
  assert.equal(clock.pendingTimers, 1);
});

async function longChain(hops: number): Promise<void> {
  for (let hop = 0; hop < hops; hop++) await Promise.resolve();
}
