/**
 * Long work in steps: a generator that yields where the work may pause, so that one request does not keep the event loop from the others. The caller decides
 * whether to pause.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** How many items or characters a step visits at most before it yields. */
export const itemsPerStep = 4096;

/** Runs all steps without a pause. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
