// The state of one evaluation: the values of variables, and what it has cost so far.

import type { Value } from "../values/value.ts";

/** The state of one evaluation. */
export interface Frame {
  /** The values of variables by the numbers of the planner; `undefined` until the variable is set. */
  readonly slots: (Value | undefined)[];
  cost: number;
  readonly costMax: number;
  /** The iterations of all loops. */
  iterations: number;
  readonly checkpoint: (() => void) | undefined;
}

/** Computes a node. */
export type Evaluate = (frame: Frame) => Value;

/** An evaluation was cancelled because it cost too much. */
export class CostLimitExceeded extends Error {
  override readonly name = "CostLimitExceeded";
}

/** The reference gives up an evaluation in which it fails itself. The message is its own. */
export class EvaluationPanic extends Error {
  override readonly name = "EvaluationPanic";
}

/** How many iterations pass between two checkpoints, as in kube-apiserver. */
const checkpointInterval = 100;

/** Counts an iteration of a loop, and calls the checkpoint from time to time. It ends the evaluation if it throws. */
export function countIteration(frame: Frame): void {
  frame.iterations += 1;
  if (frame.iterations % checkpointInterval === 0) frame.checkpoint?.();
}

/** Adds to the cost of the evaluation. */
export function charge(frame: Frame, cost: number): void {
  frame.cost += cost;
  if (frame.cost > frame.costMax) {
    throw new CostLimitExceeded("operation cancelled: actual cost limit exceeded");
  }
}
