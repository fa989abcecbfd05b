// An update with a host that is not the command. Git is real; npm and the old version are simulated.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { createRunProgram } from "./programs.ts";
import type { RunProgram } from "./programs.ts";
import { UpdateError } from "./update-error.ts";
import type { UpdateHost } from "./update-host.ts";
import { updateProject } from "./update-project.ts";

const flags = { force: false, showCommits: false, push: false, openGhIssue: false };
const run = createRunProgram(
  {
    // oxlint-disable-next-line no-restricted-properties -- The test runs the git of this machine.
    PATH: process.env["PATH"],
    HOME: "/nowhere",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "test",
    GIT_AUTHOR_EMAIL: "test@example.com",
    GIT_COMMITTER_NAME: "test",
    GIT_COMMITTER_EMAIL: "test@example.com",
  },
  new AbortController().signal,
);
let cwd = "";

beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "kubewright-alpha-update-"));
  await writeFile(path.join(cwd, "PROJECT"), "cliVersion: 1.0.0\n");
  await writeFile(path.join(cwd, "Makefile"), "image = old\n\nname = shop\n\nmine = yes\n");
  await git("init", "-q", "-b", "main");
  await git("add", "--all");
  await git("commit", "-qm", "mine");
});

afterEach(() => rm(cwd, { recursive: true, force: true }));

test("updateProject() merges the scaffolds of the old version and of the host", async () => {
  const printed: string[] = [];

  await updateProject({ ...flags, outputBranch: "up" }, hostOf(printed));

  expect(await git("show", "up:Makefile")).toBe("image = new\n\nname = shop\n\nmine = yes\n");
  expect(await git("show", "up:PROJECT")).toBe("cliVersion: 2.0.0\n");
  expect(printed.join("")).toContain('Created the branch "up": 2 files differ from "main"\n');
});

test("updateProject() fails with an UpdateError, or with the error of the host", async () => {
  const host = hostOf([]);
  const cause = new TypeError("not readable");
  const failing: UpdateHost = { ...host, scaffold: () => Promise.reject(cause) };

  await expect(updateProject({ ...flags, fromVersion: "3.0.0" }, host)).rejects.toThrow(UpdateError);
  await expect(updateProject(flags, failing)).rejects.toBe(cause);
  expect(await git("branch", "--format=%(refname:short)")).toBe("main\n");
});

/** A host of version 2.0.0. */
function hostOf(printed: string[]): UpdateHost {
  return {
    cwd,
    version: "2.0.0",
    out: (text) => void printed.push(text),
    runProgram,
    scaffold: ({ outputDir }) => scaffold(outputDir, "new"),
    readProject: (text) => ({ cliVersion: text.trim().replace("cliVersion: ", "") }),
    printProject: (_scaffolded, { cliVersion }) => `cliVersion: ${cliVersion}\n`,
  };
}

async function scaffold(folder: string, image: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "PROJECT"), "cliVersion: none\n");
  await writeFile(path.join(folder, "Makefile"), `image = ${image}\n\nname = shop\n`);
}

const runProgram: RunProgram = async (command, args, options) => {
  if (command === "git") return await run(command, args, options);
  if (command === "npm") {
    const bin = path.join(options.cwd, "node_modules/kubewright/bin");
    await mkdir(bin, { recursive: true });
    await writeFile(path.join(bin, "kubewright.js"), "// Not run by the test.\n");
  } else {
    await scaffold(args.at(-1) ?? "", "old");
  }
  return { code: 0, stdout: "", stderr: "" };
};

async function git(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run("git", args, { cwd });
  if (code !== 0) throw new Error(stderr);
  return stdout;
}
