import assert from "node:assert/strict";
import { fieldPath } from "@kubewright/apimachinery";
import { test } from "vitest";
import { checkTransitions } from "./transitions.ts";

function statusWith(state: object): object {
  return { containerStatuses: [{ name: "c", state }] };
}

test.for([
  ["Always", {}, 0, true],
  ["Never", {}, 1, false],
  ["OnFailure", {}, 1, true],
  ["OnFailure", {}, 0, false],
  ["Never", { restartPolicy: "OnFailure" }, 1, true],
  ["Always", { restartPolicy: "Never" }, 0, false],
  [
    "Never",
    {
      restartPolicy: "Never",
      restartPolicyRules: [{ action: "Restart", exitCodes: { operator: "NotIn", values: [0] } }],
    },
    3,
    true,
  ],
] as const)("in a Pod that restarts %s, a container with %j that ended with %i may run again: %s", (row) => {
  const [restartPolicy, rules, exitCode, mayRun] = row;
  const old = {
    spec: { restartPolicy, containers: [{ name: "c", ...rules }] },
    status: statusWith({ terminated: { exitCode } }),
  };

  const errors = checkTransitions(statusWith({ running: {} }), old, fieldPath("status"));

  assert.equal(errors.length === 0, mayRun);
});
