import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { TimeSlice } from "./time-slice.ts";

test("a time slice ends after 10 ms, and all workers then wait for the next turn of the event loop", async () => {
  const virtual = createVirtualClock();
  let [now, turns] = [0, 0];
  const slice = new TimeSlice({
    ...virtual,
    now: () => now,
    nextTurn: async () => {
      turns++;
      await virtual.nextTurn();
    },
  });
  const seen: (readonly [now: number, turns: number])[] = [];

  for (; now <= 30; now += 5) {
    await Promise.all([slice.next(), slice.next()]);
    seen.push([now, turns]);
  }

  expect(seen).toEqual([
    [0, 0],
    [5, 0],
    [10, 1],
    [15, 1],
    [20, 2],
    [25, 2],
    [30, 3],
  ]);
});
