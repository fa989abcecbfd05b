import assert from "node:assert/strict";
import { test } from "vitest";
import { parseAccept } from "./accept-clauses.ts";

test.for<[string, readonly string[]]>([
  ["a/b, c/d", ["a/b", "c/d"]],
  ["a/b;q=0.1, c/d;q=0.2", ["c/d", "a/b"]],
  ["a/b;q=0", ["a/b"]],
  ["*", ["*/*"]],
  ["a, b/c/d, /, e/f", ["e/f"]],
  // A wildcard comes after every type, with any quality.
  ["*/*;q=1, a/*;q=0.5, a/b;q=0.1", ["a/b", "a/*", "*/*"]],
])("parseAccept(%s) returns the media types in the order of preference", ([accept, types]) => {
  assert.deepEqual(
    parseAccept(accept).map(({ mediaType }) => mediaType),
    types,
  );
});

test("parseAccept() sorts more clauses than Go inserts one by one", () => {
  const clauses = Array.from({ length: 20_000 }, (_, index) => `a/t${index};q=${index / 20_000}`);

  const types = parseAccept(clauses.join(",")).map(({ mediaType }) => mediaType);

  assert.deepEqual([types.length, types[0], types.at(-1)], [20_000, "a/t19999", "a/t0"]);
});

test("parseAccept() reads parameters and skips malformed ones", () => {
  const [clause] = parseAccept("a/b; as=Table ;v=v1;;x;y=;z=1=2;q=0.5");

  assert.deepEqual(
    [...(clause?.parameters ?? [])],
    [
      ["as", "Table"],
      ["v", "v1"],
    ],
  );
});
