import { expect, test } from "vitest";
import type { JsonSchema } from "../model/json-schema.ts";
import { validate } from "./validate.ts";

const integer: JsonSchema = { type: "integer" };

// The expected errors are those of kube-apiserver.
test.for([
  [123456789.125, true],
  [3000000.25, false],
  [1.5, false],
  [0.0000000001, false],
  [-123456789.125, false],
  [5, true],
] as const)("the number %d is an integer: %s", ([value, isInteger]) => {
  expect(validate(value, integer).length === 0).toBe(isInteger);
});
