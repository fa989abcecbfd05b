import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createFolder } from "@kubewright/gen";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileSystemProblem } from "./file-system-error.ts";

let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "kubewright-folders-"));
});

afterAll(() => rm(root, { recursive: true }));

function problem(folder: string): string | undefined {
  try {
    createFolder(folder);
    return undefined;
  } catch (error) {
    return fileSystemProblem(error);
  }
}

test("createFolder() creates the missing folders above, and accepts an existing folder", async () => {
  createFolder(path.join(root, "a", "b"), { mode: 0o700 });
  createFolder(path.join(root, "a", "b"));

  const modes = [await stat(path.join(root, "a")), await stat(path.join(root, "a", "b"))].map(
    ({ mode }) => mode & 0o777,
  );

  expect(modes).toEqual([0o700, 0o700]);
});

test("a file in the place of the folder, or of one above it, is an error with one line", async () => {
  await writeFile(path.join(root, "file"), "");

  expect(problem(path.join(root, "file"))).toBe(
    `Cannot create the folder "${root}/file": another file exists at this path: move it, or choose another name (EEXIST)`,
  );
  expect(problem(path.join(root, "file", "b"))).toBe(
    `Cannot create the folder "${root}/file": another file exists at this path: move it, or choose another name (EEXIST)`,
  );
});

test("a folder in /proc is an error, and does not block the program", () => {
  expect(problem("/proc/kubewright/a")).toMatch(/^Cannot create the folder "\/proc[^"]*": .+ \([A-Z]+\)$/u); // Of Linux: ENOENT.
});
