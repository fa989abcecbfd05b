import { expect, test } from "vitest";
import { formatGoDuration, goDurationProblem, parseGoDuration } from "./go-duration.ts";

test.for<[string, bigint]>([
  ["0", 0n],
  ["-0", 0n],
  ["30s", 30_000_000_000n],
  ["1m30s", 90_000_000_000n],
  ["1.5h", 5_400_000_000_000n],
  [".5s", 500_000_000n],
  ["2.s", 2_000_000_000n],
  ["-2ms", -2_000_000n],
  ["+1h", 3_600_000_000_000n],
  ["500us", 500_000n],
  ["1.5µs", 1500n],
  ["1000ns", 1000n],
  ["0.9999999999999999999999s", 1_000_000_000n],
  ["2562047h47m16.854775807s", 9_223_372_036_854_775_807n],
  ["-2562047h47m16.854775808s", -9_223_372_036_854_775_808n],
])("the duration %s has %d ns", ([text, nanos]) => {
  expect(parseGoDuration(text)).toBe(nanos);
  expect(goDurationProblem(text)).toBeUndefined();
});

test.for<[string, string]>([
  ["", 'time: invalid duration ""'],
  ["-", 'time: invalid duration "-"'],
  ["soon", 'time: invalid duration "soon"'],
  ["s", 'time: invalid duration "s"'],
  [".s", 'time: invalid duration ".s"'],
  ["10", 'time: missing unit in duration "10"'],
  ["1s10", 'time: missing unit in duration "1s10"'],
  ["1.2.3s", 'time: missing unit in duration "1.2.3s"'],
  ["1d", 'time: unknown unit "d" in duration "1d"'],
  ["1 s", 'time: unknown unit " s" in duration "1 s"'],
  ["1ß", String.raw`time: unknown unit "\xc3\x9f" in duration "1\xc3\x9f"`],
  ["9999999999h", 'time: invalid duration "9999999999h"'],
  ["2562047h47m16.854775808s", 'time: invalid duration "2562047h47m16.854775808s"'],
  [`${"9".repeat(30)}ns`, `time: invalid duration "${"9".repeat(30)}ns"`],
])("the text %j has the error of time.ParseDuration", ([text, problem]) => {
  expect(parseGoDuration(text)).toBeUndefined();
  expect(goDurationProblem(text)).toBe(problem);
});

test.each([
  [0, "0s"],
  [0.000_001, "1ns"],
  [0.0015, "1.5µs"],
  [500.25, "500.25ms"],
  [1000, "1s"],
  [61_500, "1m1.5s"],
  [3_600_000, "1h0m0s"],
])("formatGoDuration() prints %s ms as %s", (ms, text) => {
  expect(formatGoDuration(ms)).toBe(text);
});
