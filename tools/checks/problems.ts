// How a house rule reports: each problem is a line that names the place and says what to do.
// A test of a rule hands its problems to `expectNone`, so that a failure shows the lines and no diff of arrays.

/** Something that a house rule refuses. */
export interface Problem {
  /** File, with ":line" where there is one. */
  readonly at: string;
  /** What is wrong and what to do instead. */
  readonly message: string;
}

/** Fails with all `problems`, one a line. */
export function expectNone(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ at, message }) => `  ${at}: ${message}`);
  throw new Error(`${problems.length} to put right:\n${lines.join("\n")}`);
}
