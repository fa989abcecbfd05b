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

test("repeatedIndexes() reads each key of a list once", () => {
  let reads = 0;
  function* keys(): Generator<number> {
    for (let key = 0; key < 50_000; key += 1) {
      reads += 1;
      yield key;
    }
  }

  expect(repeatedIndexes(keys()).size).toBe(0);
  expect(reads).toBe(50_000);
});
