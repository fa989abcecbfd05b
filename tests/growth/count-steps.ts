/**
 * A program that counts the steps of growing inputs and prints a line of JSON for each: `{ name, growth }`.
 * Its arguments are the largest number of parts, and a list of `{ input, plant? }`.
 * It is a process, because a counter counts only modules that are loaded after it has started.
 */
import { countSteps } from "./steps.ts";
import { costGrowth } from "./verdict.ts";

export interface CountedInput {
  /** The name of a growing input. */
  readonly input: string;
  /** The name of a plant, whose work is added to the request. */
  readonly plant?: string;
}

const counter = countSteps();
const { inputs } = await import("./inputs.ts");
const { measure } = await import("./measure.ts");
const { planted, plants } = await import("./plants.ts");

const [, , partsMax = "1000", asked = "[]"] = process.argv;
for (const { input: name, plant } of JSON.parse(asked) as readonly CountedInput[]) {
  const input = inputs.find((each) => each.name === name);
  if (input === undefined) throw new Error(`no growing input is called "${name}"`);
  const chosen = plant === undefined ? undefined : plants[plant];
  const most = Math.min(Number(partsMax), input.partsMax ?? Number.POSITIVE_INFINITY);
  const samples: { size: number; work: number }[] = [];
  // The first run fills caches.
  for (const parts of [most / 4, most / 4, most / 2, most].map(Math.floor)) {
    const { bytes } = await measure(input, parts, {
      wrap: (transport) => (chosen === undefined ? transport : planted(transport, chosen)),
      begin: () => void counter.take(),
    });
    samples.push({ size: bytes, work: counter.take() });
  }
  process.stdout.write(`${JSON.stringify({ name: plant ?? name, growth: costGrowth(samples) })}\n`);
}
