import assert from "node:assert/strict";
import { test } from "vitest";

import { formatFloat, printScalar } from "./print-scalar.ts";

test.for<[number, string]>([
  [5, "5"],
  [1e20, "1e+20"],
  [2 ** 60, "1152921504606846976"],
  [0.0001, "0.0001"],
  [0.00001, "1e-05"],
  [1234567.5, "1.2345675e+06"],
  [-123456.5, "-123456.5"],
])("the number %d is printed as %s", ([value, text]) => {
  assert.equal(formatFloat(value), text);
});

test("lone surrogates are printed as the replacement character", () => {
  assert.equal(printScalar("a\udcff", 0, 0), "a\ufffd");
});
