/** Runs the program that counts steps. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { CountedInput } from "./count-steps.ts";

export interface CountedGrowth {
  readonly name: string;
  /** See `costGrowth`. */
  readonly growth: number;
}

const program = fileURLToPath(new URL("count-steps.ts", import.meta.url));

export interface CountedTurns {
  readonly name: string;
  /** The steps of the turn that has most of them, as a part of all steps. */
  readonly turnShare: number;
}

/** The growth of the steps of each input, measured up to `partsMax` parts. */
export function countGrowth(inputs: readonly CountedInput[], partsMax: number): Promise<readonly CountedGrowth[]> {
  return count<CountedGrowth>(inputs, partsMax);
}

/** The turns of requests of `parts` parts. */
export function countTurns(
  inputs: readonly (CountedInput & Required<Pick<CountedInput, "turns">>)[],
  parts: number,
): Promise<readonly CountedTurns[]> {
  return count<CountedTurns>(inputs, parts);
}

async function count<Counted>(inputs: readonly CountedInput[], partsMax: number): Promise<readonly Counted[]> {
  const args = ["--conditions=source", program, String(partsMax), JSON.stringify(inputs)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Counted);
}
