import assert from "node:assert/strict";
import { test } from "vitest";
import { decodeJson } from "./codec.ts";
import { isDeepEqual } from "./deep-equal.ts";

test("isDeepEqual() compares values and ignores the order of keys and the types of numbers", () => {
  const table: readonly (readonly [unknown, unknown, boolean])[] = [
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [{ a: undefined, b: 1 }, { b: 1 }, true],
    [{ a: undefined }, { b: undefined }, true],
    [{ a: null }, {}, false],
    [1n, 1, true],
    [9007199254740993n, 9007199254740992, false],
    [[], {}, false],
    [[1, 2], [2, 1], false],
    [null, {}, false],
    ["1", 1, false],
  ];
  for (const [left, right, expected] of table) {
    assert.equal(isDeepEqual(left, right), expected);
    assert.equal(isDeepEqual(right, left), expected);
  }
});

test("isDeepEqual() does not take an inherited member for a key", () => {
  const own = decodeJson('{"toString":"x","__proto__":{"a":1}}').value;

  assert.equal(isDeepEqual(own, {}), false);
  assert.equal(isDeepEqual({}, own), false);
  assert.equal(isDeepEqual(own, decodeJson('{"__proto__":{"a":1},"toString":"x"}').value), true);
});
