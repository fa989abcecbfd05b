import assert from "node:assert/strict";
import { test } from "vitest";
import { PolicyMetrics } from "./policy-metrics.ts";

test.for([
  [undefined, "no_error"],
  ["compilation error: undeclared reference to 'a'", "compile_error"],
  ["validation failed due to running out of cost budget, no further validation rules will be run", "out_of_budget"],
  ["failed expression: false", "invalid_error"],
] as const)("a check with the failure %j has the error type %s", ([failure, type]) => {
  const metrics = new PolicyMetrics();

  metrics.observeMutation({ policy: "p", binding: "b", failure, seconds: 0.5 });

  const lines = metrics.families.flatMap((family) => [...family.lines()]);
  const labels = `policy="p",policy_binding="b",error_type="${type}"`;
  assert.ok(lines.includes(`apiserver_mutating_admission_policy_check_total{${labels}} 1`));
  assert.ok(lines.includes(`apiserver_mutating_admission_policy_check_duration_seconds_bucket{${labels},le="0.1"} 0`));
  assert.ok(lines.includes(`apiserver_mutating_admission_policy_check_duration_seconds_bucket{${labels},le="1"} 1`));
});
