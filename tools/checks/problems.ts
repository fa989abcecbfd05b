// The report of a house rule: each problem is a line with the place and the fix. The test of a rule passes its problems to
// `expectNone`, so that a failure shows the lines instead of a diff of arrays.

/** A violation of a house rule. */
export interface Problem {
  /** The file, with ":line" if known. */
  readonly at: string;
  /** The problem and the fix. */
  readonly message: string;
}

/** Fails with all `problems`, one per line. */
export function expectNone(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ at, message }) => `  ${at}: ${message}`);
  throw new Error(`${problems.length} problem(s):\n${lines.join("\n")}`);
}
