import assert from "node:assert/strict";
import { test } from "vitest";
import { parse } from "yaml";

import { chartWorkflow, chartWorkflowFile } from "./chart-workflow.ts";
import { workflowFiles } from "./workflow-files.ts";

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }>
  >;
}

const files = workflowFiles({ version: "3", layout: [], projectName: "demo", resources: [] });

test("workflows exist for tests, lint, end-to-end tests and the image", () => {
  assert.deepEqual(
    files.map(({ path }) => path),
    ["test", "lint", "test-e2e", "build-image"].map((name) => `.github/workflows/${name}.yml`),
  );
});

test("the workflow of tests fails for outdated and orphaned files before make test writes them again", () => {
  const [tests] = files;
  const { jobs } = parse(tests?.content ?? "") as Workflow;

  assert.deepEqual(
    jobs["run"]?.steps.flatMap(({ run = "" }) => (run === "" ? [] : [run])),
    ["npm ci --ignore-scripts", "npx kubewright generate --verify", "make test"],
  );
});

const chart = {
  path: chartWorkflowFile,
  content: chartWorkflow({
    projectName: "demo",
    plugin: "helm.kubewright.dev/v1",
    chart: "dist/chart",
    parts: { certManager: true, prometheus: true, networkPolicy: true },
  }),
};

test.each([...files, chart])("$path has only read permissions, and pins the version of every action", ({ content }) => {
  const workflow = parse(content) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  assert.deepEqual(workflow.permissions, { contents: "read" });
  assert.ok(steps.length > 3);
  for (const { uses } of steps) if (uses !== undefined) assert.match(uses, /^[a-z-]+\/[a-z-]+@v\d+$/);
});

test("a secret is never part of a command line", () => {
  for (const { content } of [...files, chart]) {
    for (const job of Object.values((parse(content) as Workflow).jobs)) {
      for (const { run = "" } of job.steps) assert.ok(!run.includes("${{"), run);
    }
  }
});
