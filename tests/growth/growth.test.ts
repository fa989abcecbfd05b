// A sample of the growing inputs, whose steps are counted; tests/long measures all of them. The plants show that the counts find quadratic work.
import { describe, expect, test } from "vitest";
import { plants } from "./plants.ts";
import { countGrowth, countTurns } from "./run-counts.ts";
import { costGrowth, costGrowthMax, turnShareMax } from "./verdict.ts";

/** One input of each kind of decoder, validator, patch, selector, path and expression, and those that were quadratic once. */
const sample = [
  "unknown fields and a duplicate key",
  "managed fields of a review",
  "fractions in nested lists",
  "yaml flow items",
  "protobuf entries",
  "pod spec.tolerations, equal",
  "pod update of tolerations",
  "role of an ordinary user",
  "quota scopes",
  "json patch copies in a list",
  "strategic merge that deletes containers",
  "second apply of containers",
  "list with values",
  "query parameters",
  "definition versions",
  "custom map of the wrong type",
  "expression and",
  "expression nested comprehensions",
];

test("the steps of a sample of inputs grow with their size", async () => {
  const counted = await countGrowth(
    sample.map((input) => ({ input })),
    800,
  );

  expect(counted.map(({ name }) => name)).toEqual(sample);
  expect(counted.filter(({ growth }) => growth > costGrowthMax)).toEqual([]);
});

test("the steps of planted quadratic work are found", { timeout: 120_000 }, async () => {
  const planted = Object.entries(plants).map(([plant, { input }]) => ({ input, plant }));

  const counted = await countGrowth(planted, 2400);

  expect(counted.map(({ name }) => name)).toEqual(Object.keys(plants));
  expect(counted.filter(({ growth }) => growth <= costGrowthMax)).toEqual([]);
});

/** Writes of all media types, all patches and an apply. */
const writes = [
  "entries of a config map",
  "protobuf entries",
  "yaml block items",
  "unknown fields and a duplicate key",
  "update of data",
  "merge patch",
  "json patch copies in a list",
  "strategic merge of existing containers",
  "second apply of containers",
];

test("a write pauses between its steps, and one that does not is found", { timeout: 120_000 }, async () => {
  const paused = writes.map((input) => ({ input, turns: "pausing" }) as const);

  const counted = await countTurns([...paused, { input: "merge patch", turns: "unpaused" }], 400);

  expect(counted.map(({ name }) => name)).toEqual([...writes, "merge patch"]);
  expect(counted.filter(({ turnShare }) => turnShare > turnShareMax)).toEqual([counted.at(-1)]);
});

describe("costGrowth()", () => {
  const sizes = [100, 200, 400];

  test.for<[string, (size: number) => number, number]>([
    ["linear work after a fixed part", (size) => 5000 + 3 * size, 1],
    ["quadratic work", (size) => size * size, 2],
    ["no work", () => 7, 1],
  ])("returns the growth of %s", ([, workOf, expected]) => {
    expect(costGrowth(sizes.map((size) => ({ size, work: workOf(size) })))).toBeCloseTo(expected, 5);
  });
});
