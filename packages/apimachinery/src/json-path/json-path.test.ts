// tests/json-path compares the language with answers of client-go; here are the limits, and what columns do with results.
import assert from "node:assert/strict";
import { test } from "vitest";
import { JsonPathError } from "./errors.ts";
import { jsonPathValuesMax } from "./evaluate.ts";
import { compileJsonPath, formatJsonPathResult } from "./json-path.ts";

test("find() returns all values at the path", () => {
  const path = compileJsonPath('.conditions[?(@.type=="Ready")].status');

  assert.deepEqual(path.find({ conditions: [{ type: "Synced" }, { type: "Ready", status: "True" }] }), ["True"]);
});

test("find() reads own fields only", () => {
  assert.deepEqual(compileJsonPath(".constructor").find({}), []);
  assert.deepEqual(compileJsonPath("..value").find({ list: [1] }), []);
});

test("find() rejects a path that reads more values than the limit", () => {
  const value = Array.from({ length: 40 }).reduce<unknown>((child) => ({ a: child }), {});

  const path = compileJsonPath(`${"..a".repeat(12)}`);

  assert.throws(() => path.find(value), new JsonPathError(`the path reads more than ${jsonPathValuesMax} values`));
});

test("compileJsonPath() parses a path of a million characters", () => {
  assert.doesNotThrow(() => compileJsonPath(".a".repeat(500_000)));
});

test("formatJsonPathResult() sorts the keys of objects, also numeric ones", () => {
  assert.equal(formatJsonPathResult({ b: 1, 10: [null], 9: "<" }), String.raw`{"10":[null],"9":"\u003c","b":1}`);
});
