/**
 * Runs random sequences on two servers and compares the responses. Batches run concurrently; each is derived from the seed and its number
 * only, so a run can be resumed at a later batch, and a failure can be reproduced with its batch.
 */
import { createSeededRandom } from "@kubewright/async";
import fc from "fast-check";
import { differencesBetween } from "../differential/differences.ts";
import type { Difference } from "../differential/differences.ts";
import { recorded, runCase } from "../differential/run-case.ts";
import type { CaseAnswer, CaseServer } from "../differential/run-case.ts";
import type { DifferentialCase, DifferentialStep } from "../differential/case.ts";
import type { SequenceKind } from "./kind.ts";
import { withoutAccepted } from "./accepted.ts";
import { definitionRequests } from "./custom-kinds.ts";
import { caseText } from "./print-case.ts";
import { requestsOf } from "./requests.ts";
import type { Sequence } from "./sequence.ts";
import { sequences } from "./sequence.ts";

export interface SequenceRun {
  readonly seed: string;
  /** The prefix of namespaces, which must not exist on the servers. */
  readonly prefix: string;
  /** Prepares the kinds of the sequences of a batch. Disposing them removes them. */
  readonly kinds: (batch: number) => Promise<BatchKinds>;
  /** The numbers of the batches to run: from the first, until before the second. */
  readonly batches: readonly [number, number];
  readonly sequencesPerBatch: number;
  /** The number of concurrent batches. */
  readonly atOnce: number;
  /** Runs a case on both servers. */
  readonly answers: (each: DifferentialCase) => Promise<readonly (readonly CaseAnswer[])[]>;
  /** Called with a sequence that differed once and did not when repeated. */
  readonly onUnsteady: (batch: number, differences: readonly Difference[]) => void;
  /** Called after each batch. */
  readonly onBatch: (batch: number, failure: SequenceFailure | undefined) => void;
}

export interface BatchKinds extends AsyncDisposable {
  readonly kinds: readonly SequenceKind[];
  /** Requests that a sequence depends on, besides the definition of its kind. Default: none. */
  readonly setUp?: readonly DifferentialStep[];
  /** Requests that begin each sequence. Default: none. */
  readonly begin?: readonly DifferentialStep[];
  /** Changes a sequence before it runs. */
  readonly adapt?: (sequence: Sequence) => Sequence;
  /** The servers already differ in their responses about a definition. */
  readonly failure?: Omit<SequenceFailure, "batch">;
}

export interface SequenceFailure {
  readonly batch: number;
  readonly differences: readonly Difference[];
  /** The shrunk sequence, as the text of a differential case. */
  readonly case: string;
}

/** Runs the batches; resolves with those that failed. */
export async function runSequences(run: SequenceRun): Promise<readonly SequenceFailure[]> {
  const failures: SequenceFailure[] = [];
  const [first, end] = run.batches;
  let next = first;
  const worker = async (): Promise<void> => {
    while (next < end) {
      const batch = next;
      next += 1;
      const failure = await runBatch(run, batch);
      if (failure !== undefined) failures.push(failure);
      run.onBatch(batch, failure);
    }
  };
  await Promise.all(Array.from({ length: run.atOnce }, worker));
  return failures;
}

async function runBatch(run: SequenceRun, batch: number): Promise<SequenceFailure | undefined> {
  await using ready = await run.kinds(batch);
  if (ready.failure !== undefined) return { batch, ...ready.failure };
  let runs = 0;
  let shrinksLeft = shrinksMax;
  let last: { readonly sequence: Sequence; readonly differences: readonly Difference[] } | undefined;
  const { setUp = [], begin = [], adapt = (sequence) => sequence } = ready;
  const property = fc.asyncProperty(sequences(ready.kinds).map(adapt), async (sequence) => {
    if (last !== undefined && shrinksLeft-- <= 0) return true; // Ends the search.
    runs += 1;
    const name = `${run.prefix}-${batch}-${runs}`;
    const requests = requestsOf(sequence, begin);
    const ask = (again: string): Promise<Outcome> =>
      outcomeOf(run, { name: `${name}${again}`, requests }, sequence.kind.custom);
    const { differences, hasInternalError } = await ask("");
    if (differences.length === 0 && !hasInternalError) return true;
    // A real server may serve stale data for a moment (a list at version 0), so a difference must occur twice more. An internal error counts at once.
    const isSteady = async (): Promise<boolean> =>
      (await ask("-b")).differences.length > 0 && (await ask("-c")).differences.length > 0;
    if (!hasInternalError && !(await isSteady())) {
      run.onUnsteady(batch, differences);
      return true;
    }
    last = { sequence, differences };
    return false;
  });
  const seed = createSeededRandom(`${run.seed}-${batch}`).int(2 ** 31);
  const result = await fc.check(property, { seed, numRuns: run.sequencesPerBatch });
  if (!result.failed || last === undefined) return undefined;
  const { sequence } = last;
  const requests = [...setUp, ...definitionRequests(sequence.kind), ...requestsOf(sequence, begin)];
  return { batch, differences: last.differences, case: caseText(`${run.seed}-${batch}`, requests) };
}

/** The number of shorter sequences that are tried after a failure. A time limit would delete the kinds of a batch while a sequence still runs. */
const shrinksMax = 200;

/** The results of a case on both servers. */
export interface Outcome {
  readonly differences: readonly Difference[];
  /** The status of the real server's response to each request. */
  readonly statuses: readonly number[];
  /** Whether the embedded server returned 500 where the real one did not. */
  readonly hasInternalError: boolean;
}

/** Runs a case on both servers. `custom`: errors and warnings about custom resources are in any order. */
export async function outcomeOf(
  { answers }: Pick<SequenceRun, "answers">,
  each: DifferentialCase,
  custom: boolean,
): Promise<Outcome> {
  const [real = [], ours = []] = (await answers(each)).map((given) =>
    recorded(given.map((response) => withoutAccepted(response, custom))),
  );
  const hasInternalError = ours.some(({ status }, index) => status === 500 && real[index]?.status !== 500);
  return { differences: differencesBetween(real, ours), statuses: real.map(({ status }) => status), hasInternalError };
}

/** Runs a case on a real server and, with exclusive use of the virtual clock, on an embedded one. */
export function onBoth(real: CaseServer, embedded: EmbeddedServer): SequenceRun["answers"] {
  let before: Promise<unknown> = Promise.resolve();
  return async (each) => {
    const ours = before.then(() => embedded.clock.runUntilSettled(runCase(embedded, each)));
    before = ours.catch(() => undefined); // Its caller receives the error; the next case continues.
    return Promise.all([runCase(real, each), ours]);
  };
}

export interface EmbeddedServer extends CaseServer {
  readonly clock: CaseServer["clock"] & { runUntilSettled: <T>(promise: Promise<T>) => Promise<T> };
}
