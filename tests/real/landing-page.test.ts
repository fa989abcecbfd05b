// Follows the commands of the landing page from a clone of this repository to a deployed operator.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { followTutorial } from "../newcomer/follow-tutorial.ts";
import { startNewcomerWithClone } from "../newcomer/newcomer.ts";
import { tutorialSteps } from "../newcomer/tutorial.ts";

const page = new URL("../../site/index.md", import.meta.url);

test("the commands of the landing page deploy an operator", { timeout: 300_000 }, async () => {
  const steps = tutorialSteps(await readFile(page, "utf8"));
  await using newcomer = await startNewcomerWithClone({
    env: { PATH: [inject("assets") ?? "", inject("searchPath")].join(path.delimiter) },
  });

  await followTutorial(newcomer, steps, { project: "." });

  const terminal = newcomer.terminal({ KUBECONFIG: path.join(newcomer.folder, "../shop/.kubewright/kubeconfig") });
  expect(await terminal.type("kubectl get crd widgets.shop.example.com --output=name")).toContain("widgets");
  expect(
    await terminal.type(
      "kubectl --namespace shop-system get deployment shop-controller-manager --output=jsonpath={.status.readyReplicas}",
    ),
  ).toBe("1");
});
