// Every growing input: the steps of all, which are exact, and the processor time of large ones and of their longest turns, which includes built-in functions.
// A run prints the time and the longest turn of each. GROWTH sets a part of the names to measure.
import { expect, test } from "vitest";
import { inputs } from "../growth/inputs.ts";
import { calibrate, measure } from "../growth/measure.ts";
import type { Measured } from "../growth/measure.ts";
import type { GrowingInput } from "../growth/input.ts";
import { countGrowth } from "../growth/run-counts.ts";
import { sizesOf } from "../growth/sizes.ts";
import { costGrowth, costGrowthMax, turnProblem } from "../growth/verdict.ts";
import { longRun, tell } from "./long-run.ts";

const chosen = inputs.filter(({ name }) => name.includes(longRun().growth));
const bodyBytesMax = 1_400_000;
/** The work of a step in processor time varies with the heap and the caches of the machine. */
const timeGrowthMax = 1.6;
const attemptsMax = 4;

test(`the steps of ${chosen.length} inputs grow with their size`, async () => {
  const counted = await countGrowth(
    chosen.map(({ name }) => ({ input: name })),
    1600,
  );

  expect(counted.length).toBe(chosen.length);
  expect(counted.filter(({ growth }) => growth > costGrowthMax)).toEqual([]);
});

test(`the processor time of ${chosen.length} inputs grows with their size, and no turn is too long`, async () => {
  const failures: string[] = [];
  for (const input of chosen) {
    const problem = await timeProblem(input);
    if (problem !== undefined) failures.push(problem);
  }
  expect(failures).toEqual([]);
});

/** Other programs on the machine make a measurement longer, never shorter, so each size counts with its fastest run. */
async function timeProblem(input: GrowingInput): Promise<string | undefined> {
  const fastest = new Map<number, Measured>();
  let growth = 0;
  let shortest: { readonly turnMs: number; readonly calibratedMs: number } | undefined;
  let longTurn: string | undefined;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    for (const parts of sizesOf(input, bodyBytesMax)) {
      const measured = await measure(input, parts);
      const before = fastest.get(parts);
      if (before === undefined || measured.ms < before.ms) fastest.set(parts, measured);
    }
    growth = costGrowth([...fastest.values()].map(({ bytes, ms }) => ({ size: bytes, work: ms })));
    const last = [...fastest.values()].at(-1);
    const calibratedMs = calibrate();
    const { turnMs = 0, status = 0 } = last ?? {};
    if (shortest === undefined || turnMs / calibratedMs < shortest.turnMs / shortest.calibratedMs)
      shortest = { turnMs, calibratedMs };
    longTurn = turnProblem(shortest.turnMs, shortest.calibratedMs, turnMsMaxOf(status));
    if (attempt === 0)
      tell(
        `${input.name}: ${last?.bytes} bytes, ${Math.round(last?.ms ?? 0)} ms, turn ${Math.round(last?.turnMs ?? 0)} ms, status ${last?.status}`,
      );
    // Less than this is noise.
    const isLinear = growth <= timeGrowthMax || (last?.ms ?? 0) < 20;
    if (isLinear && longTurn === undefined) return undefined;
    if (attempt === attemptsMax - 1 && isLinear) return `${input.name}: ${longTurn}`;
  }
  return `${input.name}: the cost of a byte grows by ${growth.toFixed(2)} with a doubling`;
}

/** A body with 100,000 errors is validated in one step, which also makes the message. */
function turnMsMaxOf(status: number): number | undefined {
  return status < 400 ? undefined : 2000;
}
