// A project that 1.1.0 has scaffolded, with changes of its user, and `alpha update` of 1.2.3. The merges use the real git.
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import type { CommandContext } from "../command.ts";
import { madeBranch, startUpdateFixture } from "../testdata/update-fixture.ts";
import { runAlphaUpdate } from "./alpha-update-command.ts";

test("alpha update merges the changes of the new version with those of the user, in one commit", async () => {
  await using fixture = await startUpdateFixture();
  await fixture.put("api/v1/widget.ts", (text) => `${text}// mine\n`);
  await fixture.put("docs/mine.md", "mine\n");
  await fixture.put("package.json", (text) =>
    text.replace('"@kubewright/telemetry"', '"@me/mine": "1.0.0",\n    "@kubewright/telemetry"'),
  );
  await fixture.put("Makefile", (text) => `${text}\nmine:\n\techo mine\n`);
  await fixture.commit("mine");

  expect(await fixture.update()).toBe("");

  expect(await fixture.made("Makefile")).toMatch(/CONTAINER_TOOL \?= docker[^]*echo mine$/u);
  expect(await fixture.made("tsconfig.json")).toContain('"target": "esnext"');
  expect(await fixture.made("PROJECT")).toContain("cliVersion: 1.2.3\n");
  expect(await fixture.made("package.json")).toContain(
    '"@kubewright/runtime": "1.2.3",\n    "@me/mine": "1.0.0",\n    "@kubewright/telemetry": "1.2.3"',
  );
  expect(await fixture.made("package.json")).not.toContain('"rolldown": "1.0.0"');
  expect(await fixture.made("api/v1/widget.ts")).toMatch(/\/\/ mine$/u);
  expect(await fixture.made("docs/mine.md")).toBe("mine");
  expect(await fixture.made(".github/workflows/test.yml")).toContain("name: Test");
  expect(await fixture.git("log", "--format=%s", "main..", madeBranch)).toBe(
    "chore(kubewright): update scaffold 1.1.0 -> 1.2.3",
  );
  expect(fixture.output()).toMatch(
    /^Scaffolding [^]*\nFetching kubewright 1.1.0 with npm\nCreated the branch "kubewright-update-from-1.1.0-to-1.2.3": 6 files differ from "main"\nNext:\n {2}\$ git switch /u,
  );
});

test("alpha update leaves the checkout, its index and other branches unchanged, runs no hook, and removes its folders", async () => {
  await using fixture = await startUpdateFixture();
  const hooked = path.join(fixture.folder, "hooked");
  await fixture.put(".git/hooks/post-index-change", `#!/bin/sh\ntouch ${hooked}\n`);
  await chmod(path.join(fixture.folder, ".git/hooks/post-index-change"), 0o755);
  await fixture.git("config", "core.hooksPath", path.join(fixture.folder, ".git/hooks"));
  const before = [await fixture.git("rev-parse", "HEAD"), await fixture.git("ls-files", "--stage")];

  expect(await fixture.update()).toBe("");

  expect(existsSync(hooked)).toBe(false);
  expect([await fixture.git("rev-parse", "HEAD"), await fixture.git("ls-files", "--stage")]).toEqual(before);
  expect(await fixture.git("--no-optional-locks", "status", "--porcelain")).toBe("");
  expect(await fixture.git("for-each-ref", "--format=%(refname:short)")).toBe(`${madeBranch}\nmain`);
  const temporary = [...fixture.folders].filter((folder) => !folder.startsWith(fixture.folder));
  expect(temporary).not.toEqual([]);
  expect(temporary.filter((folder) => existsSync(folder))).toEqual([]);
});

test("alpha update names the files with conflicts, and writes nothing", async () => {
  await using fixture = await conflictingFixture();

  const message = await fixture.update();

  expect(message).toBe(`Cannot update from 1.1.0 to 1.2.3: 3 files were changed here and by the new version:
  .github/workflows/lint.yml (modify/delete)
  Makefile (contents)
  package.json (contents)
Nothing was written. With --force, the branch is created with conflict markers in these files`);
  expect(await fixture.git("branch", "--format=%(refname:short)")).toBe("main");
});

test("alpha update --force commits conflict markers, and names the files", async () => {
  await using fixture = await conflictingFixture();

  expect(await fixture.update("--force", "--conflict-message", 'mine "to resolve"\n\nwith $(care)')).toBe("");

  expect(await fixture.made("Makefile")).toMatch(
    /\n<<<<<<< main-0-g[0-9a-f]+\nCONTAINER_TOOL \?= nerdctl\n=======\nCONTAINER_TOOL \?= docker\n>>>>>>> kubewright-1.2.3-0-g[0-9a-f]+\n/u,
  );
  expect(await fixture.made("package.json")).toMatch(/=======\n {4}"rolldown": "1.2.19",\n>>>>>>>/u);
  expect(await fixture.git("log", "-1", "--format=%B", madeBranch)).toBe('mine "to resolve"\n\nwith $(care)');
  expect(fixture.output()).toContain(
    'from "main", and 3 are in conflict:\n  .github/workflows/lint.yml (modify/delete)\n',
  );
  expect(fixture.output()).toContain("  $ git grep -n ");
});

test("alpha update --show-commits keeps both scaffolds as commits, and merges them with the branch", async () => {
  await using fixture = await startUpdateFixture();

  expect(await fixture.update("--show-commits", "--output-branch", "up", "--merge-message", "up!")).toBe("");

  expect(await fixture.git("log", "-1", "--format=%s", "up")).toBe("up!");
  expect(await fixture.git("log", "--format=%s", "up^2")).toBe(
    "Scaffold of kubewright 1.2.3\nScaffold of kubewright 1.1.0",
  );
  expect(await fixture.git("rev-parse", "up^1")).toBe(await fixture.git("rev-parse", "main"));
  expect(await fixture.git("diff", "--name-only", "up^2^", "main")).toBe("");
});

test("alpha update --restore-path keeps files unchanged, and reports no conflict in them", async () => {
  await using fixture = await conflictingFixture();

  const restored = [
    "--restore-path",
    ".github/workflows/",
    "--restore-path",
    "Makefile",
    "--restore-path=package.json",
  ];
  expect(await fixture.update(...restored)).toBe("");

  expect(await fixture.git("diff", "--name-only", "main", madeBranch)).toBe("PROJECT\ntsconfig.json");
});

test("alpha update of a project in a folder of its repository changes only that folder", async () => {
  await using fixture = await startUpdateFixture("operators/shop");
  await fixture.put("../other/file.md", "other\n");
  await fixture.put("Makefile", (text) => text.replace("?= podman", "?= nerdctl"));
  await fixture.commit("mine");

  expect(await fixture.update()).toContain(
    "a file was changed here and by the new version:\n  operators/shop/Makefile (contents)\n",
  );
  expect(await fixture.update("--restore-path", "Makefile")).toBe("");

  const files = await fixture.git("diff", "--name-only", "main", madeBranch);
  expect(files.split("\n")).toEqual([
    "operators/shop/.github/workflows/lint.yml",
    "operators/shop/.github/workflows/test.yml",
    "operators/shop/PROJECT",
    "operators/shop/package.json",
    "operators/shop/tsconfig.json",
  ]);
});

test("alpha update works in a clone without history, from a branch that is not checked out", async () => {
  await using fixture = await startUpdateFixture();
  await fixture.put("mine.md", "1\n");
  await fixture.commit("mine");
  await fixture.git("branch", "other");
  await fixture.git("fetch", "-q", "--depth=1", `file://${fixture.folder}`, "main:shallow");

  expect(await fixture.update("--from-branch", "shallow")).toBe("");
  expect(await fixture.git("rev-parse", `${madeBranch}^`)).toBe(await fixture.git("rev-parse", "shallow"));
  expect(fixture.output()).toContain('from "shallow"');
});

test("alpha update that a signal stops fails with exit code 130", async () => {
  const listeners = new Map<string, () => void>();
  const io = { cwd: "/nowhere", env: {}, isTty: false, out: () => {}, err: () => {} };
  const context: CommandContext = {
    version: "1.2.3",
    io,
    signals: { on: (name, listener) => listeners.set(name, listener), off: () => {}, exit: () => {} },
  };
  const flags = { force: false, showCommits: false, push: false, openGhIssue: false };

  const stopped = runAlphaUpdate(flags, context, (_env, signal) => async () => {
    listeners.get("SIGINT")?.();
    signal.throwIfAborted();
    return { code: 0, stdout: "", stderr: "" };
  });

  await expect(stopped).rejects.toMatchObject({ name: "CommandError", message: "Stopped by SIGINT", exitCode: 130 });
});

async function conflictingFixture() {
  const fixture = await startUpdateFixture();
  await fixture.put("Makefile", (text) => text.replace("?= podman", "?= nerdctl"));
  await fixture.put("package.json", (text) => text.replace('"rolldown": "1.0.0"', '"rolldown": "^1.0.0"'));
  await fixture.git("rm", "-q", ".github/workflows/lint.yml");
  await fixture.commit("mine");
  return fixture;
}
