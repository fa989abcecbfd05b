/** An accepted difference between the embedded server and the recorded responses. */
import type { Difference } from "./differences.ts";

export interface Deviation {
  /** The name of a case, or a prefix of names followed by `*`. */
  readonly case: string;
  /** The place and all places below it, as in `1.body.message`; a star matches one step. */
  readonly at: string;
  readonly reason: string;
}

/** Whether the deviation covers this difference of the case. */
export function isAccepted(deviation: Deviation, name: string, { at }: Pick<Difference, "at">): boolean {
  return matchesName(deviation.case, name) && matchesPlace(deviation.at.split("."), at.split("."));
}

/** Whether the name of a case matches the `case` of a deviation. */
export function matchesName(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

function matchesPlace(pattern: readonly string[], place: readonly string[]): boolean {
  return pattern.length <= place.length && pattern.every((step, index) => step === "*" || step === place[index]);
}
