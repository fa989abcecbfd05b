/**
 * Long work in steps: a generator that yields where the work may pause, so that one request does not keep the event loop from the others. The caller decides
 * whether to pause. Between two steps that are mostly short, the generator calls `shouldYield` first, since a yield costs more: `if (shouldYield()) yield;`.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** How many items or characters a step visits at most before it yields. */
export const itemsPerStep = 4096;

const never = (): boolean => false;

/** Of the steps that run now. */
let isPauseDue = never;

/** Whether the steps that run now should yield, because their caller would pause. */
export function shouldYield(): boolean {
  return isPauseDue();
}

/** Runs steps until they yield or end. Meanwhile, `shouldYield` returns what `isDue` returns. */
export function resumeSteps<Result>(steps: Steps<Result>, isDue: () => boolean): IteratorResult<undefined, Result> {
  const outer = isPauseDue;
  isPauseDue = isDue;
  try {
    return steps.next();
  } finally {
    isPauseDue = outer;
  }
}

/** Runs all steps without a pause. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = resumeSteps(steps, never);
    if (step.done === true) return step.value;
  }
}

/** Calls `visit` for each item, and yields after every `perStep` items. A list of fewer items is visited at once, without a generator. */
export function eachInSteps<Item>(
  items: readonly Item[],
  visit: (item: Item, index: number) => void,
  perStep: number = itemsPerStep,
): Iterable<undefined> {
  if (items.length > perStep) return visitInSteps(items, visit, perStep);
  for (let index = 0; index < items.length; index++) visit(items[index] as Item, index); // Below the length.
  return noSteps;
}

const noSteps: readonly undefined[] = [];

function* visitInSteps<Item>(
  items: readonly Item[],
  visit: (item: Item, index: number) => void,
  perStep: number,
): Steps<void> {
  for (let index = 0; index < items.length; index++) {
    if (index % perStep === 0) yield;
    visit(items[index] as Item, index); // Below the length.
  }
}
