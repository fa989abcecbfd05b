import assert from "node:assert/strict";
import { test } from "vitest";
import { sumOfContainers } from "./sum-of-containers.ts";

function asking(cpu: string, more: object = {}): object {
  return { name: "c", resources: { requests: { cpu } }, ...more };
}

test.for([
  ["containers run together", { containers: [asking("500m"), asking("700m")] }, "1200m"],
  ["init containers run alone", { initContainers: [asking("2"), asking("3")], containers: [asking("1")] }, "3"],
  [
    "a sidecar runs together with all containers after it",
    {
      initContainers: [asking("1"), asking("500m", { restartPolicy: "Always" }), asking("2")],
      containers: [asking("1")],
    },
    "2500m",
  ],
] as const)("sumOfContainers() returns the maximum at any time: %s", ([, spec, cpu]) => {
  assert.deepEqual(sumOfContainers(spec, "requests"), { cpu });
});

test("sumOfContainers() omits resources that no container requests", () => {
  assert.deepEqual(sumOfContainers({ containers: [asking("1")] }, "limits"), {});
});
