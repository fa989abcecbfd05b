import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Project } from "../../project/project.ts";
import { packageJson } from "./package-json.ts";

test("npm test fails with the needed version of Node if it is older, and otherwise prints nothing", () => {
  const project = { projectName: "shop" } as Project; // The only field that this file needs.
  const { content } = packageJson(project, { version: "1.2.3", license: undefined });
  const { scripts } = JSON.parse(content) as { scripts: Record<string, string> };
  const [, code = ""] = /^node -e "(.*)"$/u.exec(scripts["pretest"] ?? "") ?? [];
  const inThisNode = (script: string) => spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });

  const enough = inThisNode(code);
  const older = inThisNode(code.replaceAll("24", "99"));

  expect([enough.status, enough.stderr]).toEqual([0, ""]);
  expect([older.status, older.stderr]).toEqual([
    1,
    `The tests need Node 99 or newer, and this is Node ${process.versions.node}\n`,
  ]);
});
