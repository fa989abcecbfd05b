// AGENTS.md of a new project names only paths and scripts that the project has.
import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { startProject } from "../../testdata/start-project.ts";

test("the paths and scripts in AGENTS.md exist in a project with a kind and its webhook", async () => {
  await using project = await startProject("shop", ["--domain", "example.com"]);
  await project.api("--group shop --version v1 --kind Widget --resource --controller");
  const webhook = ["--group=shop", "--version=v1", "--kind=Widget", "--defaulting", "--make=false"];
  await project.kubewright("create", "webhook", ...webhook);
  await project.kubewright("generate", "crd", "object", "rbac:roleName=manager-role", "webhook");

  const agents = await project.text("AGENTS.md");
  const rows = Array.from(agents.matchAll(/^\| (`[^|]+`) \|/gmu), ([, cell = ""]) => cell);
  const paths = rows.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/gu), ([, name = ""]) => name));
  const { scripts } = JSON.parse(await project.text("package.json")) as { scripts: object }; // The template writes it.
  const used = Array.from(agents.matchAll(/npm run ([\w-]+)/gu), ([, name = ""]) => name);

  const cwd = project.folder;
  expect(paths.length).toBeGreaterThan(8);
  expect(
    paths.filter((each) => globSync(each.startsWith("zz_") ? `api/**/${each}` : each, { cwd }).length === 0),
  ).toEqual([]);
  expect(used.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
}, 120_000);
