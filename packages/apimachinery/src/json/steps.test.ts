import { expect, test } from "vitest";
import type { Steps, Work } from "./steps.ts";
import {
  afterPause,
  eachInSteps,
  finish,
  joinedInSteps,
  Rest,
  runUntilDue,
  shouldYield,
  stepsOf,
  waitFor,
  whenDone,
  whenFailed,
  workOf,
} from "./steps.ts";

const always = (): boolean => true;
const never = (): boolean => false;

/** The number of pauses of work that pauses wherever it may, and its result. */
function pausesOf<Result>(work: () => Work<Result>): readonly [pauses: number, result: Result] {
  let done = runUntilDue(work, always);
  let pauses = 0;
  for (; done instanceof Rest; pauses++) done = runUntilDue(done.resume, always);
  return [pauses, done];
}

const nested = (visited: string[]): Work<string> =>
  whenDone(
    eachInSteps([1, 2, 3], (each) => eachInSteps(["a", "b"], (item) => void visited.push(`${each}${item}`), 1), 1),
    () => visited.join(" "),
  );

test("work visits all items in order, whether it pauses or not", () => {
  expect(runUntilDue(() => nested([]), never)).toBe("1a 1b 2a 2b 3a 3b");
  expect(pausesOf(() => nested([]))).toEqual([3, "1a 1b 2a 2b 3a 3b"]);
});

test("the parts of a list are joined in order, and the work may pause between them", () => {
  const parts = [(): Work<string[]> => afterPause("a", (name) => [name]), (): string[] => ["b", "c"]];

  expect(finish(joinedInSteps(parts))).toEqual(["a", "b", "c"]);
  expect(pausesOf(() => joinedInSteps(parts))).toEqual([1, ["a", "b", "c"]]);
});

test("an error is handled, whether it is thrown before or after a pause", () => {
  const failing = (): Work<string> =>
    afterPause("x", () => {
      throw new Error("wrong");
    });
  const handled = (): Work<string> => whenFailed(failing, (error) => (error as Error).message);

  expect(handled()).toBe("wrong");
  expect(pausesOf(handled)).toEqual([1, "wrong"]);
});

test("a generator yields only if a pause is due, and can use work", () => {
  function* work(): Steps<string> {
    if (shouldYield()) yield;
    return yield* stepsOf(afterPause("do", (text) => `${text}ne`));
  }

  expect(runUntilDue(() => workOf(work()), never)).toBe("done");
  expect(pausesOf(() => workOf(work()))).toEqual([2, "done"]);
});

test("no pause is due in work that is finished inside other work, or outside of all", () => {
  const inner = (): Work<boolean> => afterPause(undefined, () => shouldYield());

  expect(runUntilDue(() => finish(inner()), always)).toBe(false);
  expect(shouldYield()).toBe(false);
});

test("work waits for a promise, also inside of other work, and receives its result or its error", async () => {
  const waiting = (promise: Promise<string>): Work<string> =>
    workOf(
      (function* (): Steps<string> {
        return yield* stepsOf(
          whenFailed(
            () => afterPause(waitFor(promise), (text) => whenDone(text, (whole) => `${whole}!`)),
            (error) => (error as Error).message,
          ),
        );
      })(),
    );
  const resultOf = async (work: Work<string>): Promise<string> => {
    let done = work;
    for (; done instanceof Rest; done = done.resume()) await done.until;
    return done;
  };

  expect(await resultOf(waiting(Promise.resolve("done")))).toBe("done!");
  expect(await resultOf(waiting(Promise.reject(new Error("wrong"))))).toBe("wrong");
});

test("work that waits cannot be finished, or continued before its promise", () => {
  const work = waitFor(Promise.withResolvers<string>().promise);

  expect(() => finish(work)).toThrow("Cannot finish work that waits for a promise");
  expect(() => (work as Rest<string>).resume()).toThrow("Cannot continue work before the promise for which it waits");
});
