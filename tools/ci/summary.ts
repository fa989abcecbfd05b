// Adds up the results of the lanes of a run. A lane without a report has failed; a skipped
// test counts as failed unless the reviewed list names it with a reason.

/** The parts of vitest's JSON report that we look at. */
export interface LaneReport {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** An entry of tests/allowed-skips.json. */
export interface AllowedSkip {
  /** The test's full name, as the report prints it. */
  readonly test: string;
  readonly reason: string;
}

/** A step of the run: a check that passes or fails as a whole, or a lane of tests with its report. */
export type Step =
  | { readonly kind: "check"; readonly name: string; readonly ok: boolean }
  | { readonly kind: "lane"; readonly name: string; readonly ok: boolean; readonly report: LaneReport | undefined };

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed beyond the tests that said so themselves, one line each. */
  readonly notes: readonly string[];
}

/** Adds up all `steps`. */
export function summarize(steps: readonly Step[], allowedSkips: readonly AllowedSkip[]): Summary {
  const parts = steps.map((step) => (step.kind === "check" ? summarizeCheck(step) : summarizeLane(step, allowedSkips)));
  return {
    passed: sum(parts.map(({ passed }) => passed)),
    failed: sum(parts.map(({ failed }) => failed)),
    skipped: sum(parts.map(({ skipped }) => skipped)),
    notes: parts.flatMap(({ notes }) => notes),
  };
}

function summarizeCheck({ name, ok }: { readonly name: string; readonly ok: boolean }): Summary {
  return ok ? { passed: 1, failed: 0, skipped: 0, notes: [] } : failure(`${name} failed`);
}

function summarizeLane(lane: Extract<Step, { kind: "lane" }>, allowedSkips: readonly AllowedSkip[]): Summary {
  if (lane.report === undefined) return failure(`${lane.name} ended without a report`);
  const tests = lane.report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed");
  const refused = skipped.filter(({ fullName }) => !allowedSkips.some(({ test }) => test === fullName));
  // A file that could not be loaded has no tests that failed.
  const broken = lane.report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const failed = tests.filter(({ status }) => status === "failed").length + refused.length + broken.length;
  const notes = [
    ...refused.map(
      ({ fullName }) => `${lane.name}: "${fullName}" was skipped, and tests/allowed-skips.json gives no reason for it`,
    ),
    ...broken.map(
      ({ name, message = "" }) => `${lane.name}: ${name} could not be run: ${message.split("\n")[0] ?? ""}`,
    ),
  ];
  const passed = tests.filter(({ status }) => status === "passed").length;
  const counted = { passed, failed, skipped: skipped.length - refused.length, notes };
  // An unhandled rejection fails a lane in which every test passed; a lane without tests has shown nothing.
  if (failed === 0 && !(lane.ok && lane.report.success))
    return plus(counted, failure(`${lane.name} failed outside its tests`));
  if (tests.length === 0) return plus(counted, failure(`${lane.name} ran no test`));
  return counted;
}

function failure(note: string): Summary {
  return { passed: 0, failed: 1, skipped: 0, notes: [note] };
}

function plus(a: Summary, b: Summary): Summary {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    notes: [...a.notes, ...b.notes],
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
