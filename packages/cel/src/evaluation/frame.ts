// The state of one evaluation: the values of variables, and what it has cost so far.

import type { Value } from "../values/value.ts";
import { ListValue } from "../values/value.ts";

/** The state of one evaluation. */
export interface Frame {
  /** The values of variables by the numbers of the planner; `undefined` until the variable is set. */
  readonly slots: (Value | undefined)[];
  cost: number;
  readonly costMax: number;
  /** The work since the last checkpoint: one for each iteration, more for calls on long values. */
  work: number;
  /** The size of the results that costs do not bound, about in bytes. */
  created: number;
  readonly checkpoint: (() => void) | undefined;
}

/** The state at the beginning of an evaluation. */
export function createFrame(slots: (Value | undefined)[], limits: Pick<Frame, "costMax" | "checkpoint">): Frame {
  return { slots, cost: 0, costMax: limits.costMax, work: 0, created: 0, checkpoint: limits.checkpoint };
}

/** Computes a node. */
export type Evaluate = (frame: Frame) => Value;

/** An evaluation was cancelled because it cost too much. */
export class CostLimitExceeded extends Error {
  override readonly name = "CostLimitExceeded";
}

const limitExceeded = "operation cancelled: actual cost limit exceeded";
/** How many iterations pass between two checkpoints, as in kube-apiserver. */
const checkpointInterval = 100;
/** The work of a call on a list, a map or another object. */
const objectWork = 10;
/** A checkpoint precedes each call on a longer string. Traversing it takes as long as 100 iterations, independently of the cost of the call. */
const shortStringMax = 10_000;
/** The limit of `created`. */
const createdMax = 100_000_000;

/** Counts an iteration of a loop, and calls the checkpoint from time to time. It ends the evaluation if it throws. */
export function countIteration(frame: Frame): void {
  countWork(frame, 1);
}

/** Counts the argument of a call. */
export function countArgument(frame: Frame, value: Value): void {
  if (typeof value === "object") countWork(frame, objectWork);
  else if (typeof value === "string" && value.length > shortStringMax) countWork(frame, checkpointInterval);
}

function countWork(frame: Frame, work: number): void {
  frame.work += work;
  if (frame.work < checkpointInterval) return;
  frame.work = 0;
  frame.checkpoint?.();
}

/** Counts a result whose length the cost of the call does not bound. It ends the evaluation before all of them exhaust the memory. */
export function countCreated(frame: Frame, value: Value): void {
  if (typeof value === "string") frame.created += value.length;
  else if (value instanceof ListValue) frame.created += 8 * value.size;
  if (frame.created > createdMax) throw new CostLimitExceeded(limitExceeded);
}

/** Adds to the cost of the evaluation. */
export function charge(frame: Frame, cost: number): void {
  frame.cost += cost;
  if (frame.cost > frame.costMax) throw new CostLimitExceeded(limitExceeded);
}
