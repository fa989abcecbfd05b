import { expect, test } from "vitest";
import { parse } from "yaml";

import { autoUpdateFiles } from "./auto-update.ts";

const [file] = autoUpdateFiles();
const workflow: unknown = parse(file?.content ?? "");

test("the workflow of updates may push a branch and open an issue, and nothing else", () => {
  expect(workflow).toMatchObject({
    on: { schedule: [{ cron: "17 4 * * 2" }] },
    permissions: {},
    jobs: { update: { permissions: { contents: "write", issues: "write" } } },
  });
});

test("the workflow of updates names the version of every action, and has no secret in a command line", () => {
  const lines = (file?.content ?? "").split("\n").map((line) => line.trim().replace(/^- /u, ""));
  const used = lines.filter((line) => line.startsWith("uses:"));
  const commands = lines.filter((line) => line.startsWith("run:"));

  expect(used.length).toBe(2);
  for (const line of used) expect(line).toMatch(/^uses: actions\/[a-z-]+@v\d+$/u);
  expect(commands.filter((line) => line.includes("${{"))).toEqual([]);
});
