import { expect, test } from "vitest";
import { assertBackoff, assertNumbers, numberRules } from "./number-options.ts";

test.each([
  [Number.NaN, "NaN"],
  [-1, "-1"],
  ["5" as unknown as number, '"5"'],
  [null as unknown as number, "null"],
  [(() => 1) as unknown as number, "function"],
])("an option that is not a number, or violates its rule, is named with its value: %s", (periodMs, shown) => {
  expect(() => assertNumbers("Cannot start", { periodMs }, numberRules.fromZeroMs)).toThrow(
    new RangeError(`Cannot start: periodMs is ${shown}, must be a number of milliseconds from 0`),
  );
});

test("absent options and those that fit pass", () => {
  assertNumbers("Cannot start", { a: undefined, b: 0, c: Infinity }, numberRules.fromZeroMs);
  assertNumbers("Cannot start", { a: 0, b: Infinity }, numberRules.countFromZero);
  assertBackoff("Cannot start", "backoff", undefined);
  assertBackoff("Cannot start", "backoff", { initialMs: 0, maxMs: Infinity, factor: 1, jitter: 1 });
});

test.each([
  [{ initialMs: Number.NaN, maxMs: 1 }, "backoff.initialMs is NaN, must be a number of milliseconds from 0"],
  [{ initialMs: 1, maxMs: -1 }, "backoff.maxMs is -1, must be a number of milliseconds from 0"],
  [{ initialMs: 1, maxMs: 1, factor: 0.5 }, "backoff.factor is 0.5, must be a number from 1"],
  [{ initialMs: 1, maxMs: 1, jitter: 2 }, "backoff.jitter is 2, must be a number from 0 to 1"],
])("each field of a backoff has a rule: %o", (backoff, message) => {
  expect(() => assertBackoff("Cannot start", "backoff", backoff)).toThrow(`Cannot start: ${message}`);
});
