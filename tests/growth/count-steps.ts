/**
 * A program that counts the steps of growing inputs and prints a line of JSON for each: `{ name, growth }` or `{ name, turnShare }`.
 * Its arguments are the largest number of parts, and a list of `{ input, plant?, turns? }`.
 * It is a process, because a counter counts only modules that are loaded after it has started.
 */
import type { GrowingInput } from "./input.ts";
import { countSteps } from "./steps.ts";
import { costGrowth } from "./verdict.ts";

export interface CountedInput {
  /** The name of a growing input. */
  readonly input: string;
  /** The name of a plant, whose work is added to the request. */
  readonly plant?: string;
  /** Counts the turns of a request that pauses wherever it can, or, as a plant, nowhere. Default: the growth of the steps is counted. */
  readonly turns?: "pausing" | "unpaused";
}

const counter = countSteps();
const { inputs } = await import("./inputs.ts");
const { measure } = await import("./measure.ts");
const { planted, plants } = await import("./plants.ts");
const { createClockWithoutLaterWork, createPausingClock, createStoppedClock } = await import("./turn-clocks.ts");

const [, , partsMax = "1000", asked = "[]"] = process.argv;
for (const { input: name, plant, turns } of JSON.parse(asked) as readonly CountedInput[]) {
  const input = inputs.find((each) => each.name === name);
  if (input === undefined) throw new Error(`no growing input is called "${name}"`);
  const most = Math.floor(Math.min(Number(partsMax), input.partsMax ?? Number.POSITIVE_INFINITY));
  const counted =
    turns === undefined
      ? { growth: await growthOf(input, most, plant) }
      : { turnShare: await shareOfLargestTurn(input, most, turns) };
  process.stdout.write(`${JSON.stringify({ name: plant ?? name, ...counted })}\n`);
}

async function growthOf(input: GrowingInput, most: number, plant: string | undefined): Promise<number> {
  const chosen = plant === undefined ? undefined : plants[plant];
  const samples: { size: number; work: number }[] = [];
  // The first run fills caches.
  for (const parts of [most / 4, most / 4, most / 2, most].map(Math.floor)) {
    const { bytes } = await measure(input, parts, {
      clock: createClockWithoutLaterWork(),
      wrap: (transport) => (chosen === undefined ? transport : planted(transport, chosen)),
      begin: () => void counter.take(),
    });
    samples.push({ size: bytes, work: counter.take() });
  }
  return costGrowth(samples);
}

/** The steps of the turn that has most of them, as a part of all steps of the request. */
async function shareOfLargestTurn(
  input: GrowingInput,
  parts: number,
  pauses: NonNullable<CountedInput["turns"]>,
): Promise<number> {
  const turns: number[] = [];
  const onTurn = (): void => void turns.push(counter.take());
  const clock = pauses === "unpaused" ? createStoppedClock() : createPausingClock(onTurn);
  await measure(input, parts, {
    clock,
    begin() {
      counter.take();
      turns.length = 0;
    },
  });
  onTurn();
  return Math.max(...turns) / turns.reduce((sum, steps) => sum + steps, 0);
}
