import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "vitest";
import { isDeadlineError } from "./errors.ts";
import {
  abortable,
  anySignal,
  deadlineSignal,
  isAbort,
  linkSignals,
  onAbort,
  sleepUnlessAborted,
  untilAborted,
} from "./signals.ts";
import { createVirtualClock } from "./virtual-clock.ts";

test("anySignal() aborts with the first of its signals, and with its reason", () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const signal = anySignal(first.signal, undefined, second.signal);
  const reasons: unknown[] = [];
  signal?.addEventListener("abort", () => reasons.push(signal.reason));

  second.abort("second");
  first.abort("first");

  assert.deepEqual(reasons, ["second"]);
});

test("anySignal() returns a single signal itself, and undefined without signals", () => {
  const { signal } = new AbortController();

  assert.equal(anySignal(undefined, signal), signal);
  assert.equal(anySignal(undefined), undefined);
});

test("A linked signal follows its parents, and its own abort stays below them", () => {
  const parent = new AbortController();
  using follower = linkSignals(parent.signal, undefined);
  using own = linkSignals(parent.signal);

  own.abort("own");
  assert.equal(parent.signal.aborted, false);

  parent.abort("parent");
  assert.equal(follower.signal.reason, "parent");
  assert.equal(own.signal.reason, "own");
});

test("A linked signal of a parent that has aborted is aborted from the start", () => {
  using link = linkSignals(AbortSignal.abort("before"));

  assert.equal(link.signal.reason, "before");
});

test("The end of a linked signal's scope leaves no listener on its parents", () => {
  const parent = new AbortController();

  for (let call = 0; call < 100; call++) {
    using _link = linkSignals(parent.signal);
  }

  assert.equal(getEventListeners(parent.signal, "abort").length, 0);
});

test("deadlineSignal() aborts with a DeadlineError once its time is over", async () => {
  const clock = createVirtualClock();
  using deadline = deadlineSignal(clock, 10_000);

  await clock.advance(9999);
  assert.equal(deadline.signal.aborted, false);

  await clock.advance(1);
  assert.ok(isDeadlineError(deadline.signal.reason));
  assert.equal(deadline.signal.reason.message, "Deadline exceeded: it took longer than 10000 ms");
});

test("deadlineSignal() aborts with its parent, and the end of its scope takes its timer away", () => {
  const clock = createVirtualClock();
  const parent = new AbortController();

  {
    using deadline = deadlineSignal(clock, 10_000, parent.signal);
    parent.abort("parent");
    assert.equal(deadline.signal.reason, "parent");
  }

  assert.equal(clock.pendingTimers, 0);
});

test("onAbort() calls at once when the signal has aborted, else when it does, and not after it was disposed", () => {
  const controller = new AbortController();
  const reasons: unknown[] = [];

  onAbort(AbortSignal.abort("before"), (reason) => reasons.push(reason));
  onAbort(controller.signal, (reason) => reasons.push(reason));
  onAbort(controller.signal, () => reasons.push("disposed"))[Symbol.dispose]();
  controller.abort("after");

  assert.deepEqual(reasons, ["before", "after"]);
});

test("abortable() is its promise, or the signal's reason if that comes first", async () => {
  const controller = new AbortController();
  const never = new Promise<void>(() => {});

  assert.equal(await abortable(Promise.resolve(1), controller.signal), 1);
  const waiting = assert.rejects(abortable(never, controller.signal), /no more/);
  controller.abort(new Error("no more"));
  await waiting;

  assert.equal(await abortable(Promise.resolve(2), undefined), 2);
  await assert.rejects(abortable(Promise.resolve(3), controller.signal), /no more/);
});

test("abortable() leaves no listener behind on a signal that outlives it", async () => {
  const { signal } = new AbortController();

  await abortable(Promise.resolve(), signal);
  await assert.rejects(abortable(Promise.reject(new Error("failed")), signal), /failed/);

  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("isAbort() is true only for the echo of an aborted signal", () => {
  const reason = new Error("stopped");
  const aborted = AbortSignal.abort(reason);

  assert.equal(isAbort(reason, aborted), true);
  assert.equal(isAbort(new DOMException("This operation was aborted", "AbortError"), aborted), true);
  assert.equal(isAbort(new Error("disk full"), aborted), false);
  assert.equal(isAbort(reason, new AbortController().signal), false);
  assert.equal(isAbort(reason, undefined), false);
});

test("sleepUnlessAborted() resolves after its time, and at once when its signal aborts", async () => {
  const clock = createVirtualClock();
  const { signal } = new AbortController();
  const ending = new AbortController();
  const whole = sleepUnlessAborted(clock, 1000, signal).then(() => clock.now());
  const cut = sleepUnlessAborted(clock, 1000, ending.signal).then(() => clock.now());
  const startedAt = clock.now();

  await clock.advance(500);
  ending.abort(new Error("stopped"));
  await clock.advance(500);

  assert.deepEqual([(await cut) - startedAt, (await whole) - startedAt], [500, 1000]);
});

test("sleepUnlessAborted() rejects with the error of a clock", async () => {
  await assert.rejects(sleepUnlessAborted(createVirtualClock(), NaN, new AbortController().signal), RangeError);
});

test("untilAborted() resolves when its signal aborts, and at once for an aborted one", async () => {
  const controller = new AbortController();
  const waiting = untilAborted(controller.signal);

  controller.abort(new Error("stopped"));

  await waiting;
  await untilAborted(controller.signal);
});
