/** What the environment asks of the long lane, and where its tests say how far they are. */
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly long: LongRun;
  }
}

export interface LongRun {
  /** SEED; default: another one each time. */
  readonly seed: string;
  /** SEQUENCES: how many random sequences are run. */
  readonly sequences: number;
  /** FROM: the batch of sequences to begin with. */
  readonly from: number;
  /** KILLS: how often the durable server is killed. */
  readonly kills: number;
  /** REQUESTS: how many mutated requests are sent. */
  readonly requests: number;
}

export function longRun(): LongRun {
  return inject("long");
}

/** Prints a line while the test runs. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
