import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { startWorld } from "../command-world.ts";

const edit = ["edit", "--plugins", "helm.kubewright.dev/v1"];

test("edit --plugins lays out a chart, and leaves to its user what is the user's when it does so again", async () => {
  await using project = await startProject();

  expect(await project.run(edit)).toBe(0);
  await appendFile(project.path("dist/chart/values.yaml"), "mine: 1\n");
  await appendFile(project.path("dist/chart/templates/manager/controller-manager.yaml"), "# mine\n");
  await writeFile(project.path("dist/chart/templates/mine.yaml"), "# mine\n");

  expect(await project.run(edit)).toBe(0);
  expect(await project.text("dist/chart/values.yaml")).toContain("mine: 1\n");
  expect(await project.text("dist/chart/templates/mine.yaml")).toBe("# mine\n");
  expect(await project.text("dist/chart/templates/manager/controller-manager.yaml")).not.toContain("mine");
  expect(project.output()).toContain("kept dist/chart/values.yaml, which is yours\n");
});

test("edit --plugins --force lays a chart out anew, but for Chart.yaml", async () => {
  await using project = await startProject();
  await project.run(edit);
  for (const file of ["Chart.yaml", "values.yaml"]) await appendFile(project.path(`dist/chart/${file}`), "# mine\n");

  expect(await project.run([...edit, "--force"])).toBe(0);

  expect(await project.text("dist/chart/values.yaml")).not.toContain("mine");
  expect(await project.text("dist/chart/Chart.yaml")).toContain("mine");
});

test("PROJECT keeps from where a chart is made, and to where", async () => {
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

test.each([
  { flags: ["--manifests", "no.yaml"], message: '"no.yaml": it is not there: "make build-installer" writes it' },
  { flags: ["--manifests", "PROJECT"], message: '"PROJECT": it has a document without kind or metadata.name' },
  { flags: ["--manifests", "../no.yaml"], message: "expected a path within the project" },
  { flags: ["--output-dir", "../charts"], message: "expected a path within the project" },
])("a chart with $flags is refused: $message", async ({ flags, message }) => {
  await using project = await startProject();

  expect(await project.run([...edit, ...flags])).toBe(1);

  expect(project.errors()).toContain(message);
});

test("the flags of a chart go with a chart alone", async () => {
  await using project = await startProject();

  expect(await project.run(["edit", "--manifests", "dist/install.yaml"])).toBe(1);

  expect(project.errors()).toContain("expected --plugins helm.kubewright.dev/v1 with them");
});

async function startProject() {
  const world = await startWorld();
  const at = (file: string): string => path.join(world.folder, file);
  await world.run(["init", "--project-name", "i-operator", "--domain", "example.com", "--fetch-deps=false"]);
  await mkdir(at("dist"), { recursive: true });
  const built = path.join(import.meta.dirname, "../templates/helm/testdata/i-operator.yaml");
  await writeFile(at("dist/install.yaml"), await readFile(built, "utf8"));
  return { ...world, path: at, text: (file: string) => readFile(at(file), "utf8") };
}
