// What `alpha update` rejects before it changes anything, and the arguments that it passes to git, npm and gh.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { madeBranch, startUpdateFixture } from "../testdata/update-fixture.ts";

test("alpha update accepts no version that could be an option, a path, a tag or a command", async () => {
  await using fixture = await startUpdateFixture();

  for (const version of ["1; rm", "../x", "latest", "--registry=x", "^1.1.0", "$(touch stolen)", ""]) {
    const expected = `${JSON.stringify(version)}: expected a version such as 0.2.0`;
    expect(await fixture.update(`--from-version=${version}`)).toBe(`Cannot use --from-version: ${expected}`);
    expect(await fixture.update(`--to-version=${version}`)).toBe(`Cannot use --to-version: ${expected}`);
  }
  await fixture.put("PROJECT", (text) => text.replace("cliVersion: 1.1.0", 'cliVersion: "1.1.0 && rm"'));
  await fixture.commit("hostile");
  expect(await fixture.update()).toContain('Cannot use cliVersion of PROJECT: "1.1.0 && rm"');

  expect(fixture.calls.filter(([command]) => command !== "git")).toEqual([]);
  expect(existsSync(path.join(fixture.folder, "stolen"))).toBe(false);
});

const refused = [
  { flags: ["--from-version", "9.9.9"], message: "Cannot update from 9.9.9 to 1.2.3, which is older" },
  {
    flags: ["--from-version", "1.0.9"],
    message:
      "Cannot fetch kubewright 1.0.9: npm install failed: exit code 1:\nnpm error notarget No matching version: kubewright@1.0.9",
  },
  { flags: ["--from-branch", "none"], message: 'Cannot use --from-branch: "none": the repository has no such branch' },
  { flags: ["--from-branch=--all"], message: 'Cannot use --from-branch: "--all"' },
  { flags: ["--from-branch", "main..main"], message: 'Cannot use --from-branch: "main..main"' },
  { flags: ["--output-branch", "main"], message: 'the branch "main" exists already: merge it, delete it' },
  { flags: ["--output-branch=-f"], message: 'Cannot use --output-branch: "-f": expected the name of a branch' },
  { flags: ["--output-branch", "a;b"], message: 'Cannot use --output-branch: "a;b"' },
  { flags: ["--output-branch", "main/x"], message: "Cannot update: git update-ref failed" },
  {
    flags: ["--restore-path", "../x"],
    message: 'Cannot use --restore-path: "../x": expected a file or folder of the project',
  },
  { flags: ["--restore-path", "/etc"], message: 'Cannot use --restore-path: "/etc"' },
  {
    flags: ["--restore-path", "none"],
    message: 'Cannot use --restore-path: "none": the branch "main" does not have it',
  },
  { flags: ["--restore-path", "docs", "--show-commits"], message: "Cannot use --restore-path with --show-commits" },
  { flags: ["--git-config=--version"], message: 'Cannot use --git-config: "--version": expected a setting such as' },
  { flags: ["--git-config", "alias"], message: 'Cannot use --git-config: "alias"' },
  { flags: ["--push"], message: 'Cannot use --push: git cannot reach the remote "origin": exit code 128' },
  { flags: ["--open-gh-issue"], message: "Cannot use --open-gh-issue without --push" },
];

test("alpha update names the invalid flag and the reason before anything is written", async () => {
  await using fixture = await startUpdateFixture();

  for (const { flags, message } of refused) expect(await fixture.update(...flags)).toContain(message);

  expect(await fixture.git("branch", "--format=%(refname:short)")).toBe("main");
});

test("alpha update rejects a folder outside a repository, with uncommitted changes, or without a project", async () => {
  await using fixture = await startUpdateFixture();

  await fixture.put("new.md", "new\n");
  expect(await fixture.update()).toBe(
    'Cannot update: 1 file is not committed, beginning with "new.md": commit or stash it first, because git merges commits',
  );
  await fixture.commit("new");
  await fixture.git("switch", "-q", "--detach");
  expect(await fixture.update()).toContain("no branch is checked out: expected --from-branch");
  await fixture.git("switch", "-q", "--orphan", "bare");
  expect(await fixture.update()).toContain('the branch "bare" has no commits yet: commit the project first');
  await fixture.put("README.md", "nothing\n");
  await fixture.commit("nothing");
  expect(await fixture.update()).toContain('Cannot find a project here: the branch "bare" has no PROJECT');
  await fixture.git("config", "core.repositoryFormatVersion", "99");
  expect(await fixture.update()).toMatch(/^Cannot update: git cannot use this repository: exit code 128:\n.*99/u);
  await rm(path.join(fixture.folder, ".git"), { recursive: true });
  expect(await fixture.update()).toContain("this folder is not in a git repository");
});

test("alpha update reports that git is missing, too old, or has no user name", async () => {
  await using fixture = await startUpdateFixture();

  fixture.play("git", async () => ({ stdout: "git version 2.30.2\n" }));
  expect(await fixture.update()).toBe("Cannot update: this is git version 2.30.2: expected 2.38 or newer");
  fixture.play("git", async ([, , , , ...args]) =>
    args.includes("version") ? { stdout: "git version 2.50.0\n" } : { code: args.includes("var") ? 128 : 0 },
  );
  expect(await fixture.update("--from-branch", "main")).toContain("git has no name and e-mail for commits");
});

test("alpha update with two equal versions does nothing", async () => {
  await using fixture = await startUpdateFixture();

  expect(await fixture.update("--from-version", "1.2.3")).toBe("");
  expect(fixture.output()).toBe(
    "Nothing to update: the project was scaffolded by 1.2.3. For a newer version: npx --package kubewright@latest --package @kubewright/alpha-update@latest kubewright alpha update\n",
  );
});

test("alpha update needs --from-version for a PROJECT without cliVersion", async () => {
  await using fixture = await startUpdateFixture();
  await fixture.put("PROJECT", (text) => text.replace("cliVersion: 1.1.0\n", ""));
  await fixture.commit("older");

  expect(await fixture.update()).toContain("PROJECT has no cliVersion: expected --from-version");
  expect(await fixture.update("--from-version", "v1.1.0")).toBe("");
  expect(await fixture.made("PROJECT")).toContain("cliVersion: 1.2.3\n");
});

test("alpha update starts npm without scripts, with the project's registry, and passes the settings to git", async () => {
  await using fixture = await startUpdateFixture();
  await fixture.put(".npmrc", "registry=https://npm.example.com/\n");
  await fixture.commit("registry");

  expect(await fixture.update("--git-config", "disable", "--git-config", "merge.conflictStyle=diff3")).toBe("");

  const [npm] = fixture.calls.filter(([command]) => command === "npm");
  expect(npm).toEqual(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "kubewright@1.1.0"]);
  const gits = fixture.calls.filter(([command]) => command === "git");
  expect(gits.length).toBeGreaterThan(10);
  for (const words of gits) {
    expect(words.slice(1, 3)).toEqual(["-c", "merge.conflictStyle=diff3"]);
    expect(words).not.toContain("merge.renameLimit=999999");
  }
});

test("alpha update reports why the other version could not scaffold the project", async () => {
  await using fixture = await startUpdateFixture();
  fixture.play(process.execPath, async () => ({ code: 1, stderr: "Cannot use PROJECT\n" }));

  expect(await fixture.update()).toBe(
    "Cannot scaffold the project with kubewright 1.1.0: its alpha generate failed: exit code 1:\nCannot use PROJECT",
  );
  expect(await fixture.git("branch", "--format=%(refname:short)")).toBe("main");
});

test("alpha update --push pushes the branch to origin, and does nothing if it is there already", async () => {
  await using fixture = await startUpdateFixture();
  await fixture.git("init", "-q", "--bare", ".git/origin.git");
  await fixture.git("remote", "add", "origin", path.join(fixture.folder, ".git/origin.git"));

  expect(await fixture.update("--push")).toBe("");
  expect(await fixture.git("ls-remote", "--heads", "origin")).toMatch(new RegExp(`refs/heads/${madeBranch}$`, "u"));
  await fixture.git("branch", "-D", madeBranch);
  expect(await fixture.update("--push")).toBe("");

  expect(fixture.output()).toMatch(
    /Pushed the branch to origin\nNothing to update: origin has the branch "kubewright-update-[^"]*" already: merge it, or delete it\n$/u,
  );
});

test("alpha update --open-gh-issue opens one issue, and reports a missing gh", async () => {
  await using fixture = await startUpdateFixture();
  await fixture.git("init", "-q", "--bare", ".git/origin.git");
  await fixture.git("remote", "add", "origin", path.join(fixture.folder, ".git/origin.git"));
  const flags = ["--push", "--open-gh-issue", "--output-branch", "up/1"] as const;
  expect(await fixture.update(...flags)).toBe(
    "Cannot use --open-gh-issue: it needs gh, which is not installed: see https://cli.github.com, or omit the flag",
  );
  const title = "Update the scaffold from kubewright 1.1.0 to 1.2.3";
  let issues = "[]";
  fixture.play("gh", async ([group, verb]) => {
    if (group === "repo") return { stdout: "https://github.com/me/shop\n" };
    if (verb === "list") return { stdout: issues };
    return { stdout: verb === "create" ? "https://github.com/me/shop/issues/7\n" : "" };
  });

  expect(await fixture.update(...flags)).toBe("");
  issues = JSON.stringify([{ title, url: "https://github.com/me/shop/issues/7" }]);
  expect(await fixture.update("--push", "--open-gh-issue", "--output-branch", "up/2")).toBe("");

  const created = fixture.calls.filter(([command, , verb]) => command === "gh" && verb === "create");
  expect(created.map((words) => words.slice(0, 6))).toEqual([["gh", "issue", "create", "--title", title, "--body"]]);
  expect(created[0]?.[6]).toContain("(https://github.com/me/shop/compare/main...up/1?expand=1)");
  expect(fixture.output()).toContain("Opened the issue https://github.com/me/shop/issues/7\n");
  expect(fixture.output()).toMatch(/The issue is open already: https:\/\/github.com\/me\/shop\/issues\/7\n$/u);
});
