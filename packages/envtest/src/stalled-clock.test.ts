// Waits on a virtual clock that nothing advances. A second virtual clock is used as the real clock.
import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { untilStalled } from "./stalled-clock.ts";

test("a wait on a virtual clock that has the same time for a second of real time is aborted", async () => {
  const [clock, realClock] = [createVirtualClock(), createVirtualClock()];
  using link = untilStalled("waitFor", clock, undefined, realClock);

  await realClock.advance(999);
  const before = link.signal.aborted;
  await realClock.advance(1);

  expect(before).toBe(false);
  expect(link.signal.reason).toMatchObject({
    message:
      "Cannot continue waitFor(): the virtual clock stands at 0 ms and nothing advances it, must be advanced: await clock.runUntilSettled(waitFor(…))",
  });
});

test("a wait on a virtual clock that is advanced from time to time continues", async () => {
  const [clock, realClock] = [createVirtualClock(), createVirtualClock()];
  using link = untilStalled("waitFor", clock, undefined, realClock);

  for (let count = 0; count < 20; count += 1) {
    await realClock.advance(900);
    await clock.advance(1);
  }

  expect(link.signal.aborted).toBe(false);
});

test("nothing is checked on another clock and after the end of the wait, and the signal follows its parent", async () => {
  const [clock, realClock] = [createVirtualClock(), createVirtualClock()];
  const { runUntilSettled: _virtual, ...systemLike } = createVirtualClock();
  const parent = new AbortController();
  using other = untilStalled("waitFor", systemLike, parent.signal, realClock);
  untilStalled("waitFor", clock, undefined, realClock)[Symbol.dispose]();

  await realClock.advance(10_000);
  const before = other.signal.aborted;
  parent.abort(new Error("enough"));

  expect(before).toBe(false);
  expect(other.signal.reason).toEqual(new Error("enough"));
  expect(realClock.pendingTimers).toBe(0);
});
