/** Whether work grows faster than its input, and whether one turn has too much of it. */

/** The work for an input of a size. */
export interface Sample {
  readonly size: number;
  readonly work: number;
}

/** Linear work has 1, work in `n log n` about 1.1, and quadratic work up to 2, according to its share. */
export const costGrowthMax = 1.45;

/**
 * The growth of the cost of each further byte over the last doubling: 1 for linear work, 2 for quadratic work. The work that does not depend on the size does
 * not count. Needs three samples, each of about twice the size of the one before.
 */
export function costGrowth(samples: readonly Sample[]): number {
  const [small, middle, large] = samples.slice(-3);
  if (small === undefined || middle === undefined || large === undefined) throw new Error("needs three samples");
  const least = large.work / large.size / 1000; // Input that is rejected at once has no cost.
  const before = (middle.work - small.work) / (middle.size - small.size);
  const after = (large.work - middle.work) / (large.size - middle.size);
  return Math.max(after, least) / Math.max(before, least);
}

/** The largest part of the steps of a large write that one turn may have. A write has at least three parts: it is decoded, its managers are computed, and it is stored. */
export const turnShareMax = 0.75;

/**
 * The processor time that one turn may have in milliseconds, on a machine on which `calibrate` takes 10 ms. The aim is 50 ms. The longest steps of a large
 * write that is accepted take 120 ms: a new definition is served in the turn in which it is stored.
 */
const turnMsMax = 250;
const calibrationMs = 10;

/** Why the longest turn of a request is too long; `undefined` if it is not. */
export function turnProblem(turnMs: number, calibratedMs: number, limitMs: number = turnMsMax): string | undefined {
  const ms = atCalibration(turnMs, calibratedMs);
  return ms <= limitMs ? undefined : `a turn lasts ${Math.round(ms)} ms, must be at most ${limitMs}`;
}

/** The time that a turn would last on a machine on which `calibrate` takes 10 ms. */
export function atCalibration(turnMs: number, calibratedMs: number): number {
  return (turnMs / calibratedMs) * calibrationMs;
}
