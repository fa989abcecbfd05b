// The same script with every supported kubectl, each against both servers. Missing versions are built once.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEnvironment } from "@kubewright/envtest";
import { beforeAll, expect, inject, test } from "vitest";
import { crds, runOnBoth } from "../kubectl/both-servers.ts";
import { nameOf, script } from "../kubectl/script.ts";
import type { StepResult } from "../kubectl/script.ts";

const build = fileURLToPath(new URL("../../tools/real/build.sh", import.meta.url));
const minors = [30, 31, 32, 33, 34, 35, 36] as const;
/** Builds of Go programs without a cache take minutes. */
const buildWithinMs = 20 * 60_000;

let assets: string;

beforeAll(async () => {
  assets = inject("assets") ?? (await built([]));
}, buildWithinMs);

async function built(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(build, args);
  return stdout.trim();
}

test.for(minors)("kubectl 1.%i prints the same for both servers", { timeout: buildWithinMs }, async (minor) => {
  const program = minor === 36 ? `${assets}/kubectl` : await built(["kubectl", String(minor)]);
  // Each kubectl starts with a fresh server.
  await using server = await startEnvironment({ server: "real", assets, crds });

  const results = await runOnBoth(program, { env: server, kubeconfig: await server.kubeconfig() });

  const named = (steps: readonly StepResult[]): object =>
    script.map((step, index) => ({ step: nameOf(step), came: steps[index] }));
  expect(named(results.embedded)).toEqual(named(results.real));
});
