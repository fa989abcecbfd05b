// A real API server and the embedded one accept all manifests of an example, and a second apply changes nothing: CRD, roles, manager, webhooks, samples.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startEnvironment } from "@kubewright/envtest";
import type { ServerKind } from "@kubewright/envtest";
import { expect, inject, test } from "vitest";
import { createKubectl } from "../kubectl/kubectl.ts";
import { edit } from "../kubectl/manifests.ts";

const program = path.join(inject("assets") ?? "", "kubectl");
const examples = ["myjob", "balancer", "crddemo", "i-operator", "cloud-ide"];
/** The deployed kustomization of an example that changes the scaffolded one. */
const deployedParts: Readonly<Record<string, string>> = {
  "cloud-ide": "default-with-workspaces",
};
const servers: readonly ServerKind[] = ["real", "embedded"];

test.for(servers)(
  "config/ of each example is accepted whole by the %s server",
  { timeout: 180_000 },
  async (server) => {
    await using env = await startEnvironment({ server });
    await using kubectl = await createKubectl({ program, kubeconfig: await env.kubeconfig(), edit });

    for (const example of examples) {
      const folder = fileURLToPath(new URL(`../../examples/${example}/config`, import.meta.url));
      const apply = (part: string): Promise<{ exitCode: number | null; stdout: string; stderr: string }> =>
        kubectl.start(["apply", "--validate=strict", "-k", path.join(folder, part)]).output;
      const applied = [];
      // Samples before the webhooks, which no server serves here.
      const deployed = deployedParts[example] ?? "default";
      for (const part of ["crd", "samples", deployed, deployed]) {
        if (existsSync(path.join(folder, part, "kustomization.yaml"))) applied.push(await apply(part));
        if (part === "crd") await kubectl.start(["wait", "--for=condition=Established", "crd", "--all"]).output;
      }

      expect(applied.map(({ exitCode, stderr }) => [example, exitCode, stderr])).toEqual(
        applied.map(() => [example, 0, ""]),
      );
      expect(changesIn(applied.at(-1)?.stdout ?? "")).toEqual([]);
    }
  },
);

/** The objects that kubectl has changed, without webhook configurations, which it always reports as changed. */
function changesIn(output: string): readonly string[] {
  const lines = output.split("\n").filter((line) => line !== "" && !line.endsWith(" unchanged"));
  return lines.filter((line) => !line.includes("webhookconfiguration."));
}
