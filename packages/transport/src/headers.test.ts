import assert from "node:assert/strict";
import { test } from "vitest";
import { headerOf, headerValuesOf } from "./headers.ts";

test("headerOf() gives the first value, headerValuesOf() all of them", () => {
  const headers = { one: "a", several: ["b", "c"] };

  assert.equal(headerOf(headers, "one"), "a");
  assert.equal(headerOf(headers, "several"), "b");
  assert.equal(headerOf(headers, "none"), undefined);
  assert.deepEqual(headerValuesOf(headers, "several"), ["b", "c"]);
  assert.deepEqual(headerValuesOf(undefined, "one"), []);
});

test("Names that every object has are no headers", () => {
  assert.equal(headerOf({}, "constructor"), undefined);
  assert.equal(headerOf({}, "__proto__"), undefined);
});
