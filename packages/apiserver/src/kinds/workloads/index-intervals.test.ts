import assert from "node:assert/strict";
import { test } from "vitest";
import { countIndexes, firstCommonIndex } from "./index-intervals.ts";

test.for([
  ["", 0],
  ["0,2-4", 4],
  ["4", 1],
  ["5", 'too large index: "5"'],
  ["2,1", "non-increasing order, previous: 2, current: 1"],
  [
    "1-2-3",
    `the fragment "1-2-3" violates the requirement that an index interval can have at most two parts separated by '-'`,
  ],
  ["a", 'cannot convert string to integer for index: "a"'],
] as const)("countIndexes() of %j with five completions returns: %s", ([text, expected]) => {
  assert.equal(countIndexes(text, 5), expected);
});

test("firstCommonIndex() returns the first index in both strings, and ignores malformed intervals", () => {
  assert.equal(firstCommonIndex("0-1,4", "2,3-4", 5), 4);
  assert.equal(firstCommonIndex("0,x,3", "3,9", 5), 3);
  assert.equal(firstCommonIndex("0", "1", 5), undefined);
  assert.equal(firstCommonIndex("0,2-5,7", "1,6,7-8", 9), 7);
  assert.equal(firstCommonIndex("3,0", "0", 5), undefined);
});
