import assert from "node:assert/strict";
import { test } from "vitest";
import { goDifference, lineDifference } from "./go-difference.ts";

test("a difference shows removed and added lines, with three lines of context", () => {
  const old = { a: 1, b: [], c: { d: "<x>" }, e: null, f: null, g: null };

  assert.equal(
    goDifference(old, { ...old, b: ["y"] }),
    [
      "@@ -1,6 +1,8 @@",
      " {",
      '  "a": 1,',
      '- "b": [],',
      '+ "b": [',
      '+  "y"',
      "+ ],",
      '  "c": {',
      '   "d": "\\u003cx\\u003e"',
      "  },",
      "",
    ].join("\n"),
  );
});

test("distant changes have separate hunks, and near ones share a hunk", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `l${index}`);

  assert.equal(
    lineDifference(lines, lines.with(2, "x").with(17, "y")),
    "@@ -1,6 +1,6 @@\n l0\n l1\n-l2\n+x\n l3\n l4\n l5\n@@ -15,6 +15,6 @@\n l14\n l15\n l16\n-l17\n+y\n l18\n l19\n",
  );
  assert.equal(
    lineDifference(lines.slice(0, 9), lines.slice(0, 9).with(0, "x").with(7, "y")),
    "@@ -1,9 +1,9 @@\n-l0\n+x\n l1\n l2\n l3\n l4\n l5\n l6\n-l7\n+y\n l8\n",
  );
});

test("the difference of equal values is empty, and an empty value has the range of Python's difflib", () => {
  assert.equal(lineDifference(["a"], ["a"]), "");
  assert.equal(lineDifference([], ["a"]), "@@ -0,0 +1 @@\n+a\n");
  assert.equal(lineDifference(["a", "b"], []), "@@ -1,2 +0,0 @@\n-a\n-b\n");
});

test("in long values, a frequent line does not begin a run of equal lines", () => {
  const numbers = Array.from({ length: 120 }, (_, index) => [`n${index}`, "}"]).flat();

  const difference = lineDifference(["}", ...numbers], [...numbers, "}", "}"]);

  assert.equal(difference.split("\n")[0], "@@ -1,4 +1,3 @@");
});

test("values with more lines than the limit are one change", () => {
  const long = Array.from({ length: 5001 }, () => "l");

  const difference = lineDifference(long, [...long, "m"]);

  assert.equal(difference.split("\n")[0], "@@ -1,5001 +1,5002 @@");
});
