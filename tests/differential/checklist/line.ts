/**
 * The requirements of an API server, with the proof of each line. Every line is in a `section-*.ts` beside this file, which
 * exports them as `lines`; `docs/internals/checklist.md` is generated from them and counts those that hold.
 */

/** `P0`: operators or kubectl need it. `P1`: common. `P2`: for completeness. */
export type Priority = "P0" | "P1" | "P2";

export interface ChecklistLine {
  /** The section and a name in kebab case: `1.3/missing-content-type`. */
  readonly id: string;
  readonly priority: Priority;
  /** The requirement, as one short sentence without a full stop. */
  readonly text: string;
  /**
   * Differential cases that show it: each was recorded from a real server, has the same responses from the embedded one, and detects responses
   * that are altered.
   */
  readonly cases?: readonly string[];
  /**
   * Tests for requirements that a list of requests cannot show, as `path > title`. Those in `tests/contract` and `tests/real` run on a real server;
   * others check only the embedded one.
   */
  readonly tests?: readonly string[];
  /** The missing part, for a line that does not hold completely. */
  readonly open?: string;
}

/** Lines of one section of the checklist. */
export interface ChecklistSection {
  /** `1.3`. */
  readonly number: string;
  readonly title: string;
  readonly lines: readonly ChecklistLine[];
}

/** A line holds if a case or test proves it and no missing part is known. */
export function holds({ cases = [], tests = [], open }: ChecklistLine): boolean {
  return open === undefined && cases.length + tests.length > 0;
}
