/**
 * Where the embedded server answers otherwise, and why that is accepted. The list is reviewed: what is not in it fails the suite, and so
 * does an entry that no longer deviates.
 */
import type { Difference } from "./differences.ts";

export interface Deviation {
  /** The name of a case, or what its name begins with followed by `*`. */
  readonly case: string;
  /** The place and all below it, as in `1.body.message`; a star stands for one step. */
  readonly at: string;
  readonly reason: string;
}

export const deviations: readonly Deviation[] = [];

/** Whether this difference of the case is one that is accepted. */
export function isAccepted(deviation: Deviation, name: string, { at }: Pick<Difference, "at">): boolean {
  return matchesName(deviation.case, name) && matchesPlace(deviation.at.split("."), at.split("."));
}

function matchesName(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

function matchesPlace(pattern: readonly string[], place: readonly string[]): boolean {
  return pattern.length <= place.length && pattern.every((step, index) => step === "*" || step === place[index]);
}
