/**
 * What an API server has to do, line by line, with what proves each line. Every line stands in a `section-*.ts` beside this file, which
 * exports them as `lines`; `docs/internals/checklist.md` is made of them and says how many hold.
 */

/** `P0`: without it an operator or kubectl breaks. `P1`: common. `P2`: completes the picture. */
export type Priority = "P0" | "P1" | "P2";

export interface ChecklistLine {
  /** The section and a few words, in lower-case letters and dashes: `1.3/missing-content-type`. */
  readonly id: string;
  readonly priority: Priority;
  /** What the server does, as one short sentence without a full stop. */
  readonly text: string;
  /**
   * Differential cases that show it: each was recorded from a real server, is answered the same by the embedded one, and notices answers
   * that are altered.
   */
  readonly cases?: readonly string[];
  /**
   * Tests that show what a list of requests cannot, as `path > title`. Those in `tests/contract` and `tests/real` run on a real server;
   * others check the embedded one alone.
   */
  readonly tests?: readonly string[];
  /** What is missing, for a line that does not hold, or not in full. */
  readonly open?: string;
}

/** Lines of one section of the checklist. */
export interface ChecklistSection {
  /** `1.3`. */
  readonly number: string;
  readonly title: string;
  readonly lines: readonly ChecklistLine[];
}

/** A line holds when something proves it and nothing is known to be missing. */
export function holds({ cases = [], tests = [], open }: ChecklistLine): boolean {
  return open === undefined && cases.length + tests.length > 0;
}
