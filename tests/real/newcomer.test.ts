// Follows docs/tutorial.md step by step, from a clone of this repository. A real kube-apiserver
// then accepts the installer that the tutorial builds.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { startEnvironment } from "@kubewright/envtest";
import { expect, inject, test } from "vitest";
import { followTutorial } from "../newcomer/follow-tutorial.ts";
import { startNewcomerWithClone } from "../newcomer/newcomer.ts";
import { tutorialSteps } from "../newcomer/tutorial.ts";

const tutorial = new URL("../../docs/tutorial.md", import.meta.url);

test("the tutorial can be followed, and its installer is accepted by a real server", { timeout: 600_000 }, async () => {
  const assets = inject("assets") ?? "";
  const steps = tutorialSteps(await readFile(tutorial, "utf8"));
  await using newcomer = await startNewcomerWithClone({
    env: { PATH: [assets, inject("searchPath")].join(path.delimiter) },
  });
  await using env = await startEnvironment({ server: "real" });

  await followTutorial(newcomer, steps, { project: "../myjob" });

  const cluster = newcomer.terminal({ KUBECONFIG: path.join(newcomer.folder, "real.kubeconfig") });
  await newcomer.write("real.kubeconfig", await env.kubeconfig());
  const applied = await cluster.type("kubectl apply --server-side --validate=strict -f ../myjob/dist/install.yaml");
  // The server writes the conditions of a new definition after its response; a diff in between would contain them.
  await cluster.type("kubectl wait --for=condition=Established crd/myjobs.myjob.github.com --timeout=60s");
  const again = await cluster.type("cd ../myjob && kubectl diff --server-side -f dist/install.yaml");
  const linted = await cluster.type("make lint");

  expect(applied.split("\n").filter((line) => line !== "" && !line.endsWith("serverside-applied"))).toEqual([]);
  expect(again).toBe("");
  expect(linted).toContain("0 errors");
});
