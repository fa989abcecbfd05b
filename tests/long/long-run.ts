/** The environment variables of the long lane, and the progress output of its tests. */
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly long: LongRun;
  }
}

export interface LongRun {
  /** SEED. Default: a new one in each run. */
  readonly seed: string;
  /** SEQUENCES: the number of random sequences. */
  readonly sequences: number;
  /** FROM: the first batch of sequences. */
  readonly from: number;
  /** KILLS: the number of kills of the durable server. */
  readonly kills: number;
  /** REQUESTS: the number of mutated requests. */
  readonly requests: number;
  /** GROWTH: a part of the names of the growing inputs to measure. Default: all. */
  readonly growth: string;
}

export function longRun(): LongRun {
  return inject("long");
}

/** Prints a line while the test runs. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
