/**
 * Work in steps. A function returns `Work`: its result, or the rest of the work if a pause became due, or if the work waits for a promise. So short work is a
 * plain call, and long work does not keep the event loop from other requests. The caller of the whole work decides when a pause is due.
 *
 * ```ts
 * const labels = (object: Labels): Work<FieldError[]> => {
 *   const errors: FieldError[] = [];
 *   return whenDone(eachInSteps(Object.keys(object), (key) => check(key, errors)), () => errors);
 * };
 * ```
 */
export type Work<Result> = Result | Rest<Result>;

/** The rest of work that pauses or waits. */
export class Rest<Result> {
  /** Continues, once. Returns the result, or what then remains. */
  readonly resume: () => Work<Result>;
  /** The work continues after this has resolved; it never rejects. `undefined`: the work may continue at any time. */
  readonly until: Promise<void> | undefined;

  constructor(resume: () => Work<Result>, until?: Promise<void>) {
    this.resume = resume;
    this.until = until;
  }
}

/**
 * Work as a generator, which yields where it may pause, or the promise for which it waits. Between two steps that are mostly short, it calls `shouldYield`
 * first: `if (shouldYield()) yield;`.
 */
export type Steps<Result> = Generator<Promise<void> | undefined, Result, undefined>;

/** How many items or characters a step visits at most before it may pause. */
export const itemsPerStep = 4096;

const never = (): boolean => false;

/** Of the work that runs now. */
let isPauseDue = never;

/** Whether the work that runs now should pause. */
export function shouldYield(): boolean {
  return isPauseDue();
}

/** Begins or resumes work. Meanwhile, `shouldYield` returns what `isDue` returns. */
export function runUntilDue<Result>(work: () => Work<Result>, isDue: () => boolean): Work<Result> {
  const outer = isPauseDue;
  isPauseDue = isDue;
  try {
    return work();
  } finally {
    isPauseDue = outer;
  }
}

/**
 * The result of work, without a pause.
 *
 * @throws {TypeError} if the work waits for a promise.
 */
export function finish<Result>(work: Work<Result>): Result {
  let done = work;
  while (done instanceof Rest) {
    if (done.until !== undefined) throw new TypeError("Cannot finish work that waits for a promise");
    done = runUntilDue(done.resume, never);
  }
  return done;
}

/** Work that waits for the promise, and returns or throws what the promise resolves or rejects with. */
export function waitFor<Result>(promise: Promise<Result>): Work<Result> {
  let outcome: (() => Result) | undefined;
  const settled = promise.then(
    (result) => {
      outcome = () => result;
    },
    (error: unknown) => {
      outcome = () => {
        throw error;
      };
    },
  );
  return new Rest(() => {
    if (outcome === undefined) throw new TypeError("Cannot continue work before the promise for which it waits");
    return outcome();
  }, settled);
}

/** Calls `next` with the result of work. */
export function whenDone<Done, Result>(work: Work<Done>, next: (done: Done) => Work<Result>): Work<Result> {
  return work instanceof Rest ? restBefore(work, next) : next(work);
}

/** Like `whenDone`, and the work may pause before `next`. Use it between calls that take long for a large object. */
export function afterPause<Done, Result>(work: Work<Done>, next: (done: Done) => Work<Result>): Work<Result> {
  if (work instanceof Rest) return new Rest(() => afterPause(work.resume(), next), work.until);
  return isPauseDue() ? new Rest(() => next(work)) : next(work);
}

/** Separate, because `whenDone` is faster if it creates no function. */
function restBefore<Done, Result>(work: Rest<Done>, next: (done: Done) => Work<Result>): Rest<Result> {
  return new Rest(() => whenDone(work.resume(), next), work.until);
}

/** Returns what `handle` returns if the work throws an error. */
export function whenFailed<Result>(work: () => Work<Result>, handle: (error: unknown) => Work<Result>): Work<Result> {
  try {
    const done = work();
    return done instanceof Rest ? new Rest(() => whenFailed(done.resume, handle), done.until) : done;
  } catch (error) {
    return handle(error);
  }
}

/** The items that are still visited before a pause may be due. */
let visitsLeft = itemsPerStep;

/** Calls `visit` for each item. The work may pause after `perStep` items, counting those of lists in lists, and where a visit pauses. */
export function eachInSteps<Item>(
  items: readonly Item[],
  visit: (item: Item, index: number) => Work<void>,
  perStep: number = itemsPerStep,
  from = 0,
): Work<void> {
  const weight = itemsPerStep / perStep;
  for (let index = from; index < items.length; index++) {
    visitsLeft -= weight;
    if (visitsLeft <= 0 && index > from) {
      visitsLeft = itemsPerStep;
      if (isPauseDue()) return restOf(items, visit, perStep, index);
    }
    const visiting = visit(items[index] as Item, index); // Below the length.
    if (visiting instanceof Rest) return whenDone(visiting, () => eachInSteps(items, visit, perStep, index + 1));
  }
}

function restOf<Item>(...rest: Required<Parameters<typeof eachInSteps<Item>>>): Rest<void> {
  return new Rest(() => eachInSteps(...rest));
}

/** In steps, whether `test` returns true for each item. It is called up to the first item for which it returns false. */
export function everyInSteps<Item>(
  items: readonly Item[],
  test: (item: Item) => Work<boolean>,
  perStep: number = itemsPerStep,
): Work<boolean> {
  let isEvery = true;
  const visit = (item: Item): Work<void> => {
    if (!isEvery) return undefined;
    const passes = test(item);
    if (passes instanceof Rest) return whenDone(passes, (done) => void (isEvery = done));
    isEvery = passes;
    return undefined;
  };
  return whenDone(eachInSteps(items, visit, perStep), () => isEvery);
}

/** How many items `flatMapInSteps` maps at most before it may pause: each takes as long as the checks of a few fields. */
const mappedPerStep = 256;

/** Like `flatMap`, in steps. */
export function flatMapInSteps<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Work<readonly Result[]>,
): Work<Result[]> {
  const lists: (readonly Result[])[] = [];
  const add = (list: readonly Result[]): void => {
    if (list.length > 0) lists.push(list);
  };
  const visit = (item: Item, index: number): Work<void> => whenDone(map(item, index), add);
  return whenDone(eachInSteps(items, visit, mappedPerStep), () => lists.flat());
}

/** The lists that the parts return, joined. The work may pause between two parts. */
export function joinedInSteps<Item>(parts: readonly (() => Work<readonly Item[]>)[]): Work<Item[]> {
  return joinedFrom(parts, 0, []);
}

function joinedFrom<Item>(
  parts: readonly (() => Work<readonly Item[]>)[],
  from: number,
  lists: (readonly Item[])[],
): Work<Item[]> {
  for (let index = from; index < parts.length; index++) {
    if (index > from && isPauseDue()) return new Rest(() => joinedFrom(parts, index, lists));
    const list = parts[index]?.() ?? [];
    if (list instanceof Rest) return whenDone(list, (rest) => joinedFrom(parts, index + 1, withList(lists, rest)));
    if (list.length > 0) lists.push(list);
  }
  return lists.flat();
}

/** Adds a list in place: a copy for each of many parts would take quadratic time. */
function withList<Item>(lists: (readonly Item[])[], list: readonly Item[]): (readonly Item[])[] {
  lists.push(list);
  return lists;
}

/** The work of a generator. */
export function workOf<Result>(steps: Steps<Result>): Work<Result> {
  const { done, value } = steps.next();
  return done === true ? value : new Rest(() => workOf(steps), value);
}

/** Work as a generator. */
export function* stepsOf<Result>(work: Work<Result>): Steps<Result> {
  let done = work;
  while (done instanceof Rest) {
    yield done.until;
    done = done.resume();
  }
  return done;
}
