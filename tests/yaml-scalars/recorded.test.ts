// Compares the rule for plain YAML scalars with the recorded results of the readers: not-strings.txt lists each candidate that a reader does not
// resolve to a string. long/yaml-readers.test.ts records it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolvesToString } from "@kubewright/apimachinery";
import { test } from "vitest";
import { candidates } from "./candidates.ts";

const recorded = new Set(
  readFileSync(new URL("not-strings.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n"),
);

test("resolvesToString() is false for every scalar that a reader does not resolve to a string", () => {
  assert.ok(recorded.size > 4_000);
  assert.deepEqual(
    [...recorded].filter((scalar) => resolvesToString(scalar)),
    [],
  );
});

test("resolvesToString() is false for few scalars that every reader resolves to a string", () => {
  const quoted = [...candidates()].filter((scalar) => !resolvesToString(scalar) && !recorded.has(scalar));

  assert.deepEqual(quoted.toSorted(), [
    ".0e0_",
    ".0e1_",
    ".0e_0",
    ".0e_1",
    ".1e0_",
    ".1e1_",
    ".1e_0",
    ".1e_1",
    "1e400_",
    "2001-12-14 21:59:43.",
    "2001-12-14 21:59:43.10 -50",
    "2001-12-14T21:59:43+50",
    "=",
  ]);
});
