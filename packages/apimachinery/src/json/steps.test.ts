import { expect, test } from "vitest";
import type { Steps } from "./steps.ts";
import { finishSteps, resumeSteps, shouldYield } from "./steps.ts";

function* work(): Steps<string> {
  if (shouldYield()) yield;
  return "done";
}

test("steps yield only if a pause is due", () => {
  expect(resumeSteps(work(), () => false)).toEqual({ done: true, value: "done" });
  expect(resumeSteps(work(), () => true)).toEqual({ done: false, value: undefined });
});

test("no pause is due in steps that are finished inside others, or outside of all", () => {
  function* outer(): Steps<string> {
    const result = finishSteps(work());
    if (shouldYield()) yield;
    return result;
  }
  const steps = outer();

  expect(resumeSteps(steps, () => true)).toEqual({ done: false, value: undefined });
  expect(shouldYield()).toBe(false);
  expect(resumeSteps(steps, () => true)).toEqual({ done: true, value: "done" });
});
