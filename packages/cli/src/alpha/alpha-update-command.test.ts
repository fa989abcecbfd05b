// A project that 1.1.0 has laid out, its user's changes, and what `alpha update` of 1.2.3 makes of them: merges by the real git.
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";

import { madeBranch, startUpdateWorld } from "../testdata/update-world.ts";

test("alpha update brings what the new version says, and keeps what the user has done, in one commit", async () => {
  await using world = await startUpdateWorld();
  await world.put("api/v1/widget.ts", (text) => `${text}// mine\n`);
  await world.put("docs/mine.md", "mine\n");
  await world.put("package.json", (text) =>
    text.replace('"@kubewright/telemetry"', '"@me/mine": "1.0.0",\n    "@kubewright/telemetry"'),
  );
  await world.put("Makefile", (text) => `${text}\nmine:\n\techo mine\n`);
  await world.commit("mine");

  expect(await world.update()).toBe("");

  expect(await world.made("Makefile")).toMatch(/CONTAINER_TOOL \?= docker[^]*echo mine$/u);
  expect(await world.made("tsconfig.json")).toContain('"target": "esnext"');
  expect(await world.made("PROJECT")).toContain("cliVersion: 1.2.3\n");
  expect(await world.made("package.json")).toContain(
    '"@kubewright/runtime": "1.2.3",\n    "@me/mine": "1.0.0",\n    "@kubewright/telemetry": "1.2.3"',
  );
  expect(await world.made("package.json")).not.toContain('"rolldown": "1.0.0"');
  expect(await world.made("api/v1/widget.ts")).toMatch(/\/\/ mine$/u);
  expect(await world.made("docs/mine.md")).toBe("mine");
  expect(await world.made(".github/workflows/test.yml")).toContain("name: Test");
  expect(await world.git("log", "--format=%s", "main..", madeBranch)).toBe(
    "chore(kubewright): update scaffold 1.1.0 -> 1.2.3",
  );
  expect(world.output()).toMatch(
    /^Laying out [^]*\nFetching kubewright 1.1.0 with npm\nMade the branch "kubewright-update-from-1.1.0-to-1.2.3": 6 files differ from "main"\nNext:\n {2}\$ git switch /u,
  );
});

test("alpha update leaves the checkout, its index and other branches alone, runs no hook, and takes its folder along", async () => {
  await using world = await startUpdateWorld();
  await world.put(".git/hooks/post-index-change", "#!/bin/sh\ntouch hooked\n");
  await world.git("config", "core.hooksPath", ".git/hooks");
  const before = [await world.git("rev-parse", "HEAD"), await world.git("ls-files", "--stage")];
  const folders = await updateFolders();

  expect(await world.update()).toBe("");

  expect([await world.git("rev-parse", "HEAD"), await world.git("ls-files", "--stage")]).toEqual(before);
  expect(await world.git("status", "--porcelain")).toBe("");
  expect(await world.git("for-each-ref", "--format=%(refname:short)")).toBe(`${madeBranch}\nmain`);
  expect(await updateFolders()).toEqual(folders);
});

test("alpha update says which files are in conflict, and writes nothing", async () => {
  await using world = await conflictingWorld();

  const message = await world.update();

  expect(message).toBe(`Cannot update from 1.1.0 to 1.2.3 without you: 3 files were changed here and by the new version:
  .github/workflows/lint.yml (modify/delete)
  Makefile (contents)
  package.json (contents)
Nothing was written. With --force, the branch is made with conflict markers in them, for you to mend there`);
  expect(await world.git("branch", "--format=%(refname:short)")).toBe("main");
});

test("alpha update --force commits conflict markers, and says where", async () => {
  await using world = await conflictingWorld();

  expect(await world.update("--force", "--conflict-message", 'mine "to mend"\n\nwith $(care)')).toBe("");

  expect(await world.made("Makefile")).toMatch(
    /\n<<<<<<< main-0-g[0-9a-f]+\nCONTAINER_TOOL \?= nerdctl\n=======\nCONTAINER_TOOL \?= docker\n>>>>>>> kubewright-1.2.3-0-g[0-9a-f]+\n/u,
  );
  expect(await world.made("package.json")).toMatch(/=======\n {4}"rolldown": "1.2.19",\n>>>>>>>/u);
  expect(await world.git("log", "-1", "--format=%B", madeBranch)).toBe('mine "to mend"\n\nwith $(care)');
  expect(world.output()).toContain(
    'from "main", and 3 are in conflict:\n  .github/workflows/lint.yml (modify/delete)\n',
  );
  expect(world.output()).toContain("  $ git grep -n ");
});

test("alpha update --show-commits keeps both scaffolds, of which and the branch the result is a merge", async () => {
  await using world = await startUpdateWorld();

  expect(await world.update("--show-commits", "--output-branch", "up", "--merge-message", "up!")).toBe("");

  expect(await world.git("log", "-1", "--format=%s", "up")).toBe("up!");
  expect(await world.git("log", "--format=%s", "up^2")).toBe(
    "Scaffold of kubewright 1.2.3\nScaffold of kubewright 1.1.0",
  );
  expect(await world.git("rev-parse", "up^1")).toBe(await world.git("rev-parse", "main"));
  expect(await world.git("diff", "--name-only", "up^2^", "main")).toBe("");
});

test("alpha update --restore-path leaves files as they are, and finds no conflict in them", async () => {
  await using world = await conflictingWorld();

  const restored = [
    "--restore-path",
    ".github/workflows/",
    "--restore-path",
    "Makefile",
    "--restore-path=package.json",
  ];
  expect(await world.update(...restored)).toBe("");

  expect(await world.git("diff", "--name-only", "main", madeBranch)).toBe("PROJECT\ntsconfig.json");
});

test("alpha update of a project in a folder of its repository touches that folder alone", async () => {
  await using world = await startUpdateWorld("operators/shop");
  await world.put("../other/file.md", "other\n");
  await world.put("Makefile", (text) => text.replace("?= podman", "?= nerdctl"));
  await world.commit("mine");

  expect(await world.update()).toContain(
    "a file was changed here and by the new version:\n  operators/shop/Makefile (contents)\n",
  );
  expect(await world.update("--restore-path", "Makefile")).toBe("");

  const files = await world.git("diff", "--name-only", "main", madeBranch);
  expect(files.split("\n")).toEqual([
    "operators/shop/.github/workflows/lint.yml",
    "operators/shop/.github/workflows/test.yml",
    "operators/shop/PROJECT",
    "operators/shop/package.json",
    "operators/shop/tsconfig.json",
  ]);
});

test("alpha update works in a clone without history, from a branch that is not checked out", async () => {
  await using world = await startUpdateWorld();
  await world.put("mine.md", "1\n");
  await world.commit("mine");
  await world.git("branch", "other");
  await world.git("fetch", "-q", "--depth=1", `file://${world.folder}`, "main:shallow");

  expect(await world.update("--from-branch", "shallow")).toBe("");
  expect(await world.git("rev-parse", `${madeBranch}^`)).toBe(await world.git("rev-parse", "shallow"));
  expect(world.output()).toContain('from "shallow"');
});

async function conflictingWorld() {
  const world = await startUpdateWorld();
  await world.put("Makefile", (text) => text.replace("?= podman", "?= nerdctl"));
  await world.put("package.json", (text) => text.replace('"rolldown": "1.0.0"', '"rolldown": "^1.0.0"'));
  await world.git("rm", "-q", ".github/workflows/lint.yml");
  await world.commit("mine");
  return world;
}

async function updateFolders(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith("kubewright-update-"));
}
