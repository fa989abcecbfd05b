// A test program replaces Helm and records its arguments.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { helmTargetsIn, helmVersion, withHelmTargets } from "@kubewright/helm";
import { expect, test } from "vitest";

import { makefile } from "../templates/root/makefile.ts";

const start = promisify(execFile);
const targets = { release: "shop", namespace: "shop-system", chart: "dist/chart" };
const ours = makefile({ version: "3", layout: [], projectName: "shop", resources: [] }).content;

test.each([
  { image: "app", repository: "app", tag: "latest", digest: "" },
  { image: "team/app:v1", repository: "team/app", tag: "v1", digest: "" },
  { image: "registry.example.com:5000/app", repository: "registry.example.com:5000/app", tag: "latest", digest: "" },
  { image: "registry.example.com:5000/app:1.0", repository: "registry.example.com:5000/app", tag: "1.0", digest: "" },
  { image: "team/app:v1@sha256:abc", repository: "team/app", tag: "v1", digest: "sha256:abc" },
])("helm-deploy splits the image $image", async ({ image, repository, tag, digest }) => {
  await using project = await projectWith(withHelmTargets(ours, targets));

  const { stdout } = await project.make("helm-deploy", `IMG=${image}`, "HELM=./helm", "HELM_EXTRA_ARGS=--debug");

  expect(stdout.trim().split("\n").at(-1)).toBe(
    `helm: upgrade --install shop dist/chart --namespace shop-system --create-namespace --set-string manager.image.repository=${repository},manager.image.tag=${tag},manager.image.digest=${digest} --wait --timeout 5m --debug`,
  );
});

test.each(["uninstall", "status", "history", "rollback"])("helm-%s uses the release", async (verb) => {
  await using project = await projectWith(withHelmTargets("", targets));

  const { stdout } = await project.make(`helm-${verb}`, "HELM=./helm", "HELM_RELEASE=blue");

  expect(stdout).toContain(`helm: ${verb} blue --namespace shop-system\n`);
});

test.each(["deploy", "uninstall", "status", "history", "rollback"])(
  "helm-%s fails without Helm, and prints how to install it",
  async (verb) => {
    await using project = await projectWith(withHelmTargets(ours, targets));

    await expect(project.make(`helm-${verb}`, "HELM=./missing")).rejects.toThrow(
      "helm is required and not installed: run make install-helm\n",
    );
  },
);

test("the help lists the targets of the chart", async () => {
  await using project = await projectWith(withHelmTargets(ours, targets));

  const { stdout } = await project.make("help");

  expect(stdout).toMatch(/\nHelm\n {2}install-helm +Download Helm/);
});

test("a Makefile keeps its content, and the targets have its line endings", () => {
  expect(withHelmTargets("all:\n\techo", targets)).toMatch(/^all:\n\techo\n\n##@ Helm\n/);
  expect(withHelmTargets("all:\r\n\techo\r\n", targets)).toMatch(/^all:\r\n\techo\r\n\r\n##@ Helm\r\n/);
  expect(withHelmTargets("all:\r\n", targets)).not.toMatch(/[^\r]\n/);
});

test("existing targets are identified by name", () => {
  expect(helmTargetsIn(ours)).toEqual([]);
  expect(helmTargetsIn("helm-status :\n\techo\n# helm-deploy: no\n\nmy-helm-deploy: all\n")).toEqual(["helm-status"]);
  expect(helmTargetsIn(withHelmTargets(ours, targets))).toHaveLength(6);
});

test("install-helm downloads the version with which charts are tested", async () => {
  const pinned = path.join(import.meta.dirname, "../../../../tools/real/helm/go.mod");

  expect(await readFile(pinned, "utf8")).toContain(`helm.sh/helm/v3 ${helmVersion}`);
});

async function projectWith(content: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-helm-targets-"));
  await writeFile(path.join(folder, "Makefile"), content);
  await writeFile(path.join(folder, "helm"), '#!/bin/sh\necho "helm: $*"\n', { mode: 0o755 });
  return {
    make: (...words: readonly string[]) => start("make", [...words], { cwd: folder }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
