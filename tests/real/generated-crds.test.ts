// A real kube-apiserver accepts every CRD of the corpus, which controller-gen and our generator both generate: it is
// served, without the condition NonStructuralSchema.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startEnvironment } from "@kubewright/envtest";
import { expect, inject, test } from "vitest";
import { createKubectl } from "../kubectl/kubectl.ts";
import { edit } from "../kubectl/manifests.ts";

const program = path.join(inject("assets") ?? "", "kubectl");
const corpus = fileURLToPath(new URL("../../packages/gen/testdata/corpus/", import.meta.url));

test("a real kube-apiserver serves every CRD of the corpus and reports no problem of its schema", async () => {
  await using env = await startEnvironment({ server: "real" });
  await using kubectl = await createKubectl({ program, kubeconfig: await env.kubeconfig(), edit });
  const files = globSync("*/expected/config/crd/**/*.yaml", { cwd: corpus }).toSorted();

  // Server-side apply, because some CRDs are too large for the annotation of client-side apply.
  const words = files.flatMap((file) => ["-f", path.join(corpus, file)]);
  const applied = await kubectl.start(["apply", "--server-side", "--validate=strict", ...words]).output;
  const names = files.map(
    (file) => /^ {2}name: (\S+)$/m.exec(readFileSync(path.join(corpus, file), "utf8"))?.[1] ?? "",
  );
  const wait = ["wait", "--for=condition=Established", "--timeout=30s", ...names.map((name) => `crd/${name}`)];
  const served = await kubectl.start(wait).output;
  const against = await kubectl.start([
    "get",
    "crd",
    ...names,
    "-o",
    `jsonpath={.items[*].status.conditions[?(@.type=="NonStructuralSchema")].message}`,
  ]).output;

  expect(files.length).toBeGreaterThan(10);
  expect(applied).toMatchObject({ exitCode: 0, stderr: "" });
  expect(served).toMatchObject({ exitCode: 0, stderr: "" });
  expect(against.stdout).toBe("");
});
