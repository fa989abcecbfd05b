import assert from "node:assert/strict";
import { test } from "vitest";
import { summarize } from "./summary.ts";
import type { LaneReport, Step } from "./summary.ts";

function lane(statuses: readonly string[], more: { readonly ok?: boolean; readonly fileStatus?: string } = {}): Step {
  const { ok = true, fileStatus = "passed" } = more;
  const assertionResults = statuses.map((status, index) => ({ fullName: `test ${index}`, status }));
  const report: LaneReport = {
    success: ok,
    testResults: [{ name: "a.test.ts", status: fileStatus, message: "SyntaxError\nat x", assertionResults }],
  };
  return { kind: "lane", name: "unit", ok, report };
}

test("passed tests and checks are added up", () => {
  const summary = summarize([{ kind: "check", name: "types", ok: true }, lane(["passed", "passed"])], []);

  assert.deepEqual(summary, { passed: 3, failed: 0, skipped: 0, notes: [] });
});

test("a failed check and a failed test each count once", () => {
  const summary = summarize(
    [{ kind: "check", name: "types", ok: false }, lane(["passed", "failed"], { ok: false, fileStatus: "failed" })],
    [],
  );

  assert.deepEqual(summary, { passed: 1, failed: 2, skipped: 0, notes: ["types failed"] });
});

test("a skip counts as skipped when the list gives its reason, and as failed otherwise", () => {
  const summary = summarize([lane(["skipped", "pending"])], [{ test: "test 0", reason: "needs a network" }]);

  assert.equal(summary.skipped, 1);
  assert.equal(summary.failed, 1);
  assert.match(summary.notes[0] ?? "", /"test 1" was skipped/u);
});

test.for([
  ["left no report", { kind: "lane", name: "real", ok: false, report: undefined }, "real ended without a report"],
  ["ran no test", lane([]), "unit ran no test"],
  ["failed outside its tests", lane(["passed"], { ok: false }), "unit failed outside its tests"],
  [
    "has a file that could not be loaded",
    lane([], { ok: false, fileStatus: "failed" }),
    "unit: a.test.ts could not be run: SyntaxError",
  ],
] as const)("a lane that %s fails", ([, step, note]) => {
  const summary = summarize([step], []);

  assert.ok(summary.failed > 0);
  assert.ok(summary.notes.includes(note), summary.notes.join("\n"));
});
