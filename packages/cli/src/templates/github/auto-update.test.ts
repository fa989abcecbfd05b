import { expect, test } from "vitest";
import { parse } from "yaml";

import { autoUpdateFiles } from "./auto-update.ts";

const [file] = autoUpdateFiles();
const workflow: unknown = parse(file?.content ?? "");

test("the update workflow has only the permissions to push a branch and to open an issue", () => {
  expect(workflow).toMatchObject({
    on: { schedule: [{ cron: "17 4 * * 2" }] },
    permissions: {},
    jobs: { update: { permissions: { contents: "write", issues: "write" } } },
  });
});

test("the update workflow pins the version of every action, and has no secret in a command line", () => {
  const lines = (file?.content ?? "").split("\n").map((line) => line.trim().replace(/^- /u, ""));
  const used = lines.filter((line) => line.startsWith("uses:"));
  const commands = lines.filter((line) => line.startsWith("run:"));

  expect(used.length).toBe(2);
  for (const line of used) expect(line).toMatch(/^uses: actions\/[a-z-]+@v\d+$/u);
  expect(commands.filter((line) => line.includes("${{"))).toEqual([]);
});
