import assert from "node:assert/strict";
import { afterEach, beforeEach, test, vi } from "vitest";
import { createSystemClock } from "./system-clock.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }));
afterEach(() => void vi.useRealTimers());

test("setTimer() of the system clock waits for longer than the platform's timers can", async () => {
  const clock = createSystemClock();
  const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000;
  let fired = 0;
  clock.setTimer(thirtyDaysMs, () => fired++);

  await vi.advanceTimersByTimeAsync(thirtyDaysMs - 1);
  assert.equal(fired, 0);

  await vi.advanceTimersByTimeAsync(1);
  assert.equal(fired, 1);
});

test("setTimer() of the system clock never fires after it was disposed, even if it had been set again for the rest", async () => {
  const clock = createSystemClock();
  let fired = 0;
  const timer = clock.setTimer(2 ** 31 + 1000, () => fired++);

  await vi.advanceTimersByTimeAsync(2 ** 31);
  timer[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(2000);

  assert.equal(fired, 0);
  assert.equal(vi.getTimerCount(), 0);
});

test("setTimer() of the system clock takes Infinity as never, and refuses NaN", async () => {
  const clock = createSystemClock();
  let fired = 0;

  using _timer = clock.setTimer(Infinity, () => fired++);
  await vi.advanceTimersByTimeAsync(2 ** 33);

  assert.equal(fired, 0);
  assert.throws(() => clock.setTimer(Number.NaN, () => {}), /ms is NaN/);
});

test("setTimer() of the system clock sets no negative delay when the time has passed before the timer is set", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  // oxlint-disable-next-line no-restricted-globals -- The clock of the system reads it.
  vi.spyOn(performance, "now").mockReturnValueOnce(100).mockReturnValueOnce(107);
  let fired = 0;

  createSystemClock().setTimer(0, () => fired++);
  await vi.advanceTimersByTimeAsync(0);

  assert.equal(timers.mock.calls[0]?.[1], 0);
  vi.restoreAllMocks();
});

test("sleep() of the system clock resolves after its time, and rejects when its signal aborts", async () => {
  const clock = createSystemClock();
  const controller = new AbortController();

  const slept = clock.sleep(20);
  const ended = assert.rejects(clock.sleep(1000, { signal: controller.signal }), /enough/);
  await vi.advanceTimersByTimeAsync(20);
  await slept;
  controller.abort(new Error("enough"));
  await ended;

  assert.equal(vi.getTimerCount(), 0);
});

test("nextTurn() of the system clock lets sockets and immediates have their turn", async () => {
  const clock = createSystemClock();
  let otherTurns = 0;
  // oxlint-disable-next-line no-restricted-globals -- The platform's own turn is what the clock's is compared with.
  setImmediate(() => otherTurns++);

  await clock.nextTurn();

  assert.equal(otherTurns, 1);
});
