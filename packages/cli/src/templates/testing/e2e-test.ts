/** `test/e2e/e2e.test.ts`: the image of the operator, deployed into a cluster that is made for the test. */
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

export function e2eTestFile({ projectName }: Project, header: string): ScaffoldFile {
  return { path: "test/e2e/e2e.test.ts", content: withHeader(header, code(projectName)), ifExists: "refuse" };
}

function code(name: string): string {
  return `// The operator in a cluster of its own, which \`make test-e2e\` makes with kind: its image is built, deployed, and has to come up.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

const image = "example.com/${name}:e2e";
const namespace = "${name}-system";
const deployment = "deployment/${name}-controller-manager";

const kind = process.env["KIND"] ?? "kind";
const cluster = process.env["KIND_CLUSTER"] ?? "${name}-test-e2e";
let folder = "";

before(
  async () => {
    folder = await mkdtemp(path.join(tmpdir(), "e2e-"));
    await writeFile(path.join(folder, "kubeconfig"), await run(kind, "get", "kubeconfig", "--name", cluster));
    await run("make", "docker-build", \`IMG=\${image}\`);
    await run(kind, "load", "docker-image", image, "--name", cluster);
    await run("make", "deploy", \`IMG=\${image}\`);
  },
  { timeout: 900_000 },
);

after(() => rm(folder, { recursive: true, force: true }));

test("the operator comes up in a namespace that admits restricted Pods alone", async () => {
  await kubectl("label", "--overwrite", "namespace", namespace, "pod-security.kubernetes.io/enforce=restricted");
  await kubectl("rollout", "restart", deployment, "--namespace", namespace);

  await kubectl("rollout", "status", deployment, "--namespace", namespace, "--timeout=5m");

  assert.match(await kubectl("logs", deployment, "--namespace", namespace), /Manager has started/);
});

function kubectl(...args: readonly string[]): Promise<string> {
  return run("kubectl", ...args);
}

/** Runs a program on the cluster of the test, whichever the user's kubeconfig means. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, KUBECONFIG: path.join(folder, "kubeconfig") };
  const { stdout } = await promisify(execFile)(command, args, { env, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
`;
}
