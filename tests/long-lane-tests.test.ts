import { expect, test } from "vitest";
import { filesMatching, readSource } from "../tools/source/workspace.ts";
import { longLaneTests } from "./long-lane-tests.ts";

test("longLaneTests() finds tests that draw random values or try a sample, also through files that they import", () => {
  const files = [
    { path: "packages/a/src/direct.test.ts", text: 'import fc from "fast-check";' },
    { path: "tests/a/sample.ts", text: 'const step = inject("isLongLane") === true ? 1 : 4;' },
    { path: "tests/a/runs.ts", text: 'import { step } from "./sample.ts";' },
    { path: "tests/b/through.test.ts", text: 'import { run } from "../a/runs.ts";' },
    { path: "tests/b/fixed.test.ts", text: 'import { run } from "./other.ts";' },
    { path: "tests/long/all.test.ts", text: 'import { run } from "../a/runs.ts";' },
    { path: "tests/real/all.test.ts", text: 'import { run } from "../a/runs.ts";' },
  ];

  expect(longLaneTests(files)).toEqual(["packages/a/src/direct.test.ts", "tests/b/through.test.ts"]);
});

test("longLaneTests() finds the sampled tests of this repository", () => {
  const sources = filesMatching("{packages,examples,tests,tools,bench}/**/*.ts").map(readSource);

  expect(longLaneTests(sources)).toEqual(
    expect.arrayContaining([
      "examples/balancer/internal/nginx/nginx-config.test.ts",
      "packages/controlplane/src/deployment/faults.test.ts",
      "packages/workqueue/src/model.test.ts",
      "tests/differential/differential.test.ts",
      "tests/faults/application.test.ts",
      "tests/faults/originals/my-job.test.ts",
      "tests/reliability/two-leaders.test.ts",
      "tests/sequences/together.test.ts",
    ]),
  );
});
