import { expect, test } from "vitest";
import { goDurationProblem, parseGoDuration } from "./go-duration.ts";

test.for<[string, number]>([
  ["0", 0],
  ["30s", 30_000],
  ["1m30s", 90_000],
  ["1.5h", 5_400_000],
  [".5s", 500],
  ["2.s", 2000],
  ["-2ms", -2],
  ["+1h", 3_600_000],
  ["500us", 0.5],
  ["1000ns", 0.001],
])("the duration %s has %d ms", ([text, ms]) => {
  expect(parseGoDuration(text)).toBe(ms);
});

test.for<[string, string]>([
  ["", 'time: invalid duration ""'],
  ["soon", 'time: invalid duration "soon"'],
  ["s", 'time: invalid duration "s"'],
  ["10", 'time: missing unit in duration "10"'],
  ["1s10", 'time: missing unit in duration "1s10"'],
  ["1d", 'time: unknown unit "d" in duration "1d"'],
  ["1 s", 'time: unknown unit " s" in duration "1 s"'],
])("the text %j has the error of time.ParseDuration", ([text, problem]) => {
  expect(parseGoDuration(text)).toBeUndefined();
  expect(goDurationProblem(text)).toBe(problem);
});
