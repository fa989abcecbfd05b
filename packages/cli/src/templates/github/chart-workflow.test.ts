import { expect, test } from "vitest";
import { parse } from "yaml";

import { chartWorkflow } from "./chart-workflow.ts";

const plain = { certManager: false, prometheus: false, networkPolicy: false };

test.each([
  { parts: plain, brought: [] },
  { parts: { ...plain, certManager: true }, brought: [/^helm install cert-manager .* --version v[\d.]+ .* --wait$/] },
  {
    parts: { ...plain, prometheus: true },
    brought: [/^kubectl apply .*\/download\/v[\d.]+\/stripped-down-crds.yaml$/],
  },
])("the dependencies of the chart are installed before it: $brought", ({ parts, brought }) => {
  const commands = commandsOf(parts);

  const before = commands.slice(commands.indexOf("kind create cluster") + 1, -4);
  expect(before).toHaveLength(brought.length);
  for (const [index, pattern] of brought.entries()) expect(before[index]).toMatch(pattern);
  expect(commands.slice(-4)).toEqual([
    "make docker-build IMG=shop:chart",
    "kind load docker-image shop:chart",
    "make helm-deploy IMG=shop:chart",
    "make helm-status",
  ]);
});

test("a chart that does not match config/ fails before a cluster is created", () => {
  const commands = commandsOf(plain);

  expect(commands.slice(2, 6)).toEqual([
    "make build-installer",
    "npx kubewright edit --plugins helm.kubewright.dev/v1",
    "git add --intent-to-add . && git diff --exit-code",
    "helm lint --strict dist/chart",
  ]);
});

function commandsOf(parts: typeof plain): readonly string[] {
  const text = chartWorkflow({ projectName: "shop", plugin: "helm.kubewright.dev/v1", chart: "dist/chart", parts });
  const workflow = parse(text) as { readonly jobs: { readonly run: { readonly steps: readonly Step[] } } };
  return workflow.jobs.run.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
}

interface Step {
  readonly run?: string;
}
