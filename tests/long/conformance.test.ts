// packages/cel/conformance.md has the exact number of cases that hold in each file of the CEL specification's data, which is read from the Go module cache.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { conformanceReport } from "../../tools/cel/conformance-report.ts";

test("The cases of the CEL specification hold as conformance.md lists them", () => {
  const listed = readFileSync(new URL("../../packages/cel/conformance.md", import.meta.url), "utf8");

  assert.equal(conformanceReport(), listed);
});
