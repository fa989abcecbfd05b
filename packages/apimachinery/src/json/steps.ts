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
