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

/** The growth of the steps of each input, measured up to `partsMax` parts. */
export async function countGrowth(
  inputs: readonly CountedInput[],
  partsMax: number,
): Promise<readonly CountedGrowth[]> {
  const args = ["--conditions=source", program, String(partsMax), JSON.stringify(inputs)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as CountedGrowth);
}
