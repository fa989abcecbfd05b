import assert from "node:assert/strict";
import { test } from "vitest";

import { unifiedDiff } from "./unified-diff.ts";

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("");

test("unifiedDiff() is empty for equal texts", () => {
  assert.equal(unifiedDiff("f", "a\n", "a\n"), "");
});

test("unifiedDiff() prints distant changes as separate hunks and joins close ones", () => {
  const before = lines(1, 30);
  const after = before.replace("\n3\n", "\nthree\n").replace("\n6\n", "\n").replace("\n25\n", "\n25\n25b\n");

  assert.equal(
    unifiedDiff("f", before, after),
    "--- a/f\n+++ b/f\n@@ -1,9 +1,8 @@\n 1\n 2\n-3\n+three\n 4\n 5\n-6\n 7\n 8\n 9\n@@ -23,6 +22,7 @@\n 23\n 24\n 25\n+25b\n 26\n 27\n 28\n",
  );
});

test("unifiedDiff() replaces all lines when the texts are too large to compare line by line", () => {
  const before = Array.from({ length: 3000 }, (_, index) => `a${index}`).join("\n");
  const after = Array.from({ length: 3000 }, (_, index) => `b${index}`).join("\n");

  const diff = unifiedDiff("f", before, after).split("\n");

  assert.equal(diff[2], "@@ -1,3000 +1,3000 @@");
  assert.equal(diff.length, 6004);
});
