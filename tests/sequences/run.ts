/**
 * Runs random sequences on two servers and compares what they answer. Batches run side by side; each is made of the seed and its own number
 * alone, so a run is resumed by beginning with a later batch, and a failure is found again by its own.
 */
import { createSeededRandom } from "@kubewright/async";
import fc from "fast-check";
import { differencesBetween } from "../differential/differences.ts";
import type { Difference } from "../differential/differences.ts";
import { recorded, runCase } from "../differential/run-case.ts";
import type { CaseAnswer, CaseServer } from "../differential/run-case.ts";
import type { DifferentialCase } from "../differential/case.ts";
import type { SequenceKind } from "./kinds.ts";
import { withoutAccepted } from "./accepted.ts";
import { caseText } from "./print-case.ts";
import { requestsOf } from "./requests.ts";
import type { Sequence } from "./sequence.ts";
import { sequences } from "./sequence.ts";

export interface SequenceRun {
  readonly seed: string;
  /** What the names of namespaces begin with: none of them may be on the servers already. */
  readonly prefix: string;
  readonly kinds: readonly SequenceKind[];
  /** The numbers of the batches to run: from the first to before the second. */
  readonly batches: readonly [number, number];
  readonly sequencesPerBatch: number;
  /** How many batches are under way at a time. */
  readonly atOnce: number;
  /** Runs a case on both servers. */
  readonly answers: (each: DifferentialCase) => Promise<readonly (readonly CaseAnswer[])[]>;
  /** Told after each batch. */
  readonly onBatch: (batch: number, failure: SequenceFailure | undefined) => void;
}

export interface SequenceFailure {
  readonly batch: number;
  readonly differences: readonly Difference[];
  /** The sequence, made as short as it may be, as the text of a differential case. */
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
  let runs = 0;
  let last: { readonly sequence: Sequence; readonly differences: readonly Difference[] } | undefined;
  const property = fc.asyncProperty(sequences(run.kinds), async (sequence) => {
    runs += 1;
    const name = `${run.prefix}-${batch}-${runs}`;
    const differences = await differencesOf(run, { name, requests: requestsOf(sequence) });
    if (differences.length === 0) return true;
    last = { sequence, differences };
    return false;
  });
  const seed = createSeededRandom(`${run.seed}-${batch}`).int(2 ** 31);
  const result = await fc.check(property, {
    seed,
    numRuns: run.sequencesPerBatch,
    plugins: [fc.interruptAfterTimeLimit(shrinkMs)],
  });
  if (!result.failed || last === undefined) return undefined;
  const requests = requestsOf(last.sequence);
  return { batch, differences: last.differences, case: caseText(`${run.seed}-${batch}`, requests) };
}

/** How long a batch may take, with the search for the shortest sequence that fails. */
const shrinkMs = 60_000;

async function differencesOf({ answers }: SequenceRun, each: DifferentialCase): Promise<readonly Difference[]> {
  const [real = [], ours = []] = (await answers(each)).map((given) =>
    recorded(given.map((answer) => ({ ...answer, body: withoutAccepted(answer.body) }))),
  );
  return differencesBetween(real, ours);
}

/** Runs a case on a real server and, on a virtual clock that nobody else moves meanwhile, on an embedded one. */
export function onBoth(real: CaseServer, embedded: EmbeddedServer): SequenceRun["answers"] {
  let before: Promise<unknown> = Promise.resolve();
  return async (each) => {
    const ours = before.then(() => embedded.clock.runUntilSettled(runCase(embedded, each)));
    before = ours.catch(() => undefined); // Whoever waits for it is told; the next one goes on.
    return Promise.all([runCase(real, each), ours]);
  };
}

export interface EmbeddedServer extends CaseServer {
  readonly clock: CaseServer["clock"] & { runUntilSettled: <T>(promise: Promise<T>) => Promise<T> };
}
