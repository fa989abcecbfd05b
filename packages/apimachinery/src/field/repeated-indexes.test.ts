import { expect, test } from "vitest";
import { repeatedIndexes } from "./repeated-indexes.ts";

test.each([
  [[], []],
  [
    ["a", "b", "a", "c", "b", "a"],
    [2, 4, 5],
  ],
  [[1, 0, 1], [2]],
  [["1", 1], []],
  [["__proto__", "constructor", "__proto__"], [2]],
  [["", ""], [1]],
  [[undefined, "a", undefined, "a"], [3]],
])("repeatedIndexes(%j) is %j", (keys, repeated) => {
  expect([...repeatedIndexes(keys)]).toEqual(repeated);
});

test("repeatedIndexes() reads each key of a large list once", () => {
  let reads = 0;
  const keys = Array.from({ length: 50_000 }, (_, index) => index);
  const counted = keys.values().map((key) => ((reads += 1), key));

  expect(repeatedIndexes(counted).size).toBe(0);
  expect(reads).toBe(50_000);
});
