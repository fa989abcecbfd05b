// An unmodified kubectl says the same of both servers, step by step, and sees the simulated cluster at work.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { startEnvironment } from "@kubewright/envtest";
import { beforeAll, expect, inject, test } from "vitest";
import { comparison, crds, runOnBoth } from "../kubectl/both-servers.ts";
import type { ScriptResults } from "../kubectl/both-servers.ts";
import { createKubectl } from "../kubectl/kubectl.ts";
import { edit, pod } from "../kubectl/manifests.ts";
import { nameOf, script } from "../kubectl/script.ts";
import { startServerUnderTest } from "../server-under-test.ts";

const program = path.join(inject("assets") ?? "", "kubectl");

let results: ScriptResults;

beforeAll(async () => {
  await using real = await startServerUnderTest({ crds: [crds] });
  const kubeconfig = await readFile(inject("kubeconfig") ?? "", "utf8");
  results = await runOnBoth(program, { env: real, kubeconfig });
}, 300_000);

test.for(script.map((step, index) => [index, nameOf(step)] as const))(
  "step %i, kubectl %s, comes to the same on both servers",
  ([index]) => {
    const { embedded, expected } = comparison(results, index);

    expect(embedded).toEqual(expected);
  },
);

test("kubectl sees a Pod run to its end on the embedded cluster, and waits for its deletion", async () => {
  await using env = await startEnvironment({ server: "embedded", crds: [crds], controllers: "all" });
  await using kubectl = await createKubectl({ program, kubeconfig: await env.kubeconfig(), edit });
  const run = (args: string, stdin?: string): Promise<{ exitCode: number | null; stdout: string; stderr: string }> =>
    kubectl.start(args.split(" "), stdin).output;

  const applied = await run("apply -f -", pod({ image: "example.com/main:1" }));
  const waited = await run("wait --for=jsonpath={.status.phase}=Succeeded pod/main --timeout=30s");
  const nodes = await run("get nodes --no-headers");
  const described = await run("describe pod main");
  const deleted = await run("delete pod main --timeout=30s");

  expect([applied, waited, nodes, described, deleted].map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(
    Array.from({ length: 5 }, () => [0, ""]),
  );
  expect(waited.stdout).toBe("pod/main condition met\n");
  expect(nodes.stdout).toMatch(/ Ready /u);
  expect(described.stdout).toMatch(/^Status: +Succeeded$/mu);
});
