import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { startFixture } from "../testdata/command-fixture.ts";

const workflow = ".github/workflows/test-chart.yml";
const edit = ["edit", "--plugins", "helm.kubewright.dev/v1"];

test("edit --plugins writes a chart, and keeps the user's files on the next run", async () => {
  await using project = await startProject();

  expect(await project.run(edit)).toBe(0);
  await appendFile(project.path("dist/chart/values.yaml"), "mine: 1\n");
  await appendFile(project.path("dist/chart/templates/manager/controller-manager.yaml"), "# mine\n");
  await writeFile(project.path("dist/chart/templates/mine.yaml"), "# mine\n");

  expect(await project.run(edit)).toBe(0);
  expect(await project.text("dist/chart/values.yaml")).toContain("mine: 1\n");
  expect(await project.text("dist/chart/templates/mine.yaml")).toBe("# mine\n");
  expect(await project.text("dist/chart/templates/manager/controller-manager.yaml")).not.toContain("mine");
  expect(project.output()).toContain("kept dist/chart/values.yaml, which belongs to you\n");
});

test("edit --plugins --force overwrites all files of a chart except Chart.yaml", async () => {
  await using project = await startProject();
  await project.run(edit);
  for (const file of ["Chart.yaml", "values.yaml"]) await appendFile(project.path(`dist/chart/${file}`), "# mine\n");

  expect(await project.run([...edit, "--force"])).toBe(0);

  expect(await project.text("dist/chart/values.yaml")).not.toContain("mine");
  expect(await project.text("dist/chart/Chart.yaml")).toContain("mine");
});

test("PROJECT records the manifests and the output folder of a chart", async () => {
  await using project = await startProject();
  const flags = ["--manifests", "dist/install.yaml", "--output-dir", "./charts/"];

  expect(await project.run([...edit, ...flags])).toBe(0);
  expect(await project.text("PROJECT")).toContain(
    "  helm.kubewright.dev/v1:\n    manifests: dist/install.yaml\n    output: charts\n",
  );
  await rm(project.path("charts"), { recursive: true });

  expect(await project.run(edit)).toBe(0);
  expect(await project.text("charts/chart/Chart.yaml")).toContain("name: i-operator\n");
});

test("the first chart of a project adds make targets and a workflow, and later runs keep the user's changes", async () => {
  await using project = await startProject();
  const before = await project.text("Makefile");

  expect(await project.run(edit)).toBe(0);
  const after = await project.text("Makefile");
  expect(after.startsWith(`${before}\n##@ Helm\n`)).toBe(true);
  expect(after).toContain("HELM_NAMESPACE ?= i-operator-system\nHELM_CHART_DIR ?= dist/chart\n");
  expect(await project.text(workflow)).toContain("helm lint --strict dist/chart\n");
  await appendFile(project.path(workflow), "# mine\n");

  expect(await project.run(edit)).toBe(0);
  expect(await project.text("Makefile")).toBe(after);
  expect(await project.text(workflow)).toContain("# mine\n");
  await writeFile(project.path("Makefile"), before);

  expect(await project.run([...edit, "--force"])).toBe(0);
  expect(await project.text("Makefile")).toBe(before);
  expect(await project.text(workflow)).not.toContain("# mine\n");
});

test("a Makefile with a target of the same name is kept, with a message", async () => {
  await using project = await startProject();
  await appendFile(project.path("Makefile"), "helm-deploy:\n\techo mine\n");
  const before = await project.text("Makefile");

  expect(await project.run(edit)).toBe(0);

  expect(await project.text("Makefile")).toBe(before);
  expect(project.output()).toContain("the Makefile already has the target helm-deploy and was not changed\n");
});

test("a project without a Makefile gets a chart and a message that there are no targets", async () => {
  await using project = await startProject();
  await rm(project.path("Makefile"));

  expect(await project.run(edit)).toBe(0);

  await expect(project.text("Makefile")).rejects.toThrow("ENOENT");
  expect(project.output()).toContain("the project has no Makefile, so no targets for the chart were added\n");
});

test("a namespace that make would run as a command is rejected before anything is written", async () => {
  await using project = await startProject();
  const built = await project.text("dist/install.yaml");
  const hostile = built.replaceAll("namespace: i-operator-system", "namespace: $(shell touch gone)");
  await writeFile(project.path("dist/install.yaml"), hostile);

  expect(await project.run(edit)).toBe(1);

  expect(project.errors()).toBe(
    'Cannot create a chart from "dist/install.yaml": the Deployment "i-operator-controller-manager" is in the namespace "$(shell touch gone)": expected the name of a namespace\n',
  );
  expect(await project.text("Makefile")).not.toContain("##@ Helm");
});

test.each([
  { flags: ["--manifests", "no.yaml"], message: '"no.yaml": it does not exist: "make build-installer" writes it' },
  { flags: ["--manifests", "PROJECT"], message: '"PROJECT": it has a document without kind or metadata.name' },
  { flags: ["--manifests", "../no.yaml"], message: "expected a path within the project" },
  { flags: ["--output-dir", "../charts"], message: "expected a path within the project" },
  { flags: ["--output-dir", "$(shell touch gone)"], message: "expected a path within the project" },
])("a chart with $flags is rejected: $message", async ({ flags, message }) => {
  await using project = await startProject();

  expect(await project.run([...edit, ...flags])).toBe(1);

  expect(project.errors()).toContain(message);
});

test("the flags of a chart require the chart plugin", async () => {
  await using project = await startProject();

  expect(await project.run(["edit", "--manifests", "dist/install.yaml"])).toBe(1);

  expect(project.errors()).toContain("expected --plugins helm.kubewright.dev/v1");
});

async function startProject() {
  const fixture = await startFixture();
  const at = (file: string): string => path.join(fixture.folder, file);
  await fixture.run(["init", "--project-name", "i-operator", "--domain", "example.com", "--fetch-deps=false"]);
  await mkdir(at("dist"), { recursive: true });
  const built = path.join(import.meta.dirname, "../../../helm/src/testdata/i-operator.yaml");
  await writeFile(at("dist/install.yaml"), await readFile(built, "utf8"));
  return { ...fixture, path: at, text: (file: string) => readFile(at(file), "utf8") };
}
