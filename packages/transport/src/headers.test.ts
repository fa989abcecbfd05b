import assert from "node:assert/strict";
import { test } from "vitest";
import { headerOf, headerValuesOf } from "./headers.ts";

test("headerOf() returns the first value, and headerValuesOf() all values", () => {
  const headers = { one: "a", several: ["b", "c"] };

  assert.equal(headerOf(headers, "one"), "a");
  assert.equal(headerOf(headers, "several"), "b");
  assert.equal(headerOf(headers, "none"), undefined);
  assert.deepEqual(headerValuesOf(headers, "several"), ["b", "c"]);
  assert.deepEqual(headerValuesOf(undefined, "one"), []);
});

test("members of Object.prototype are not headers", () => {
  assert.equal(headerOf({}, "constructor"), undefined);
  assert.equal(headerOf({}, "__proto__"), undefined);
});
