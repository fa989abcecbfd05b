import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { startFixture } from "./testdata/command-fixture.ts";
import { fileSystemProblem } from "./file-system-error.ts";

test("fileSystemProblem() returns the operation, the path and the reason", async () => {
  await using fixture = await startFixture();
  const at = (name: string): string => path.join(fixture.folder, name);
  await writeFile(at("file"), "");
  await symlink("loop", at("loop"));

  const errors = await Promise.allSettled([
    mkdir(at("file"), { recursive: true }),
    mkdir(at("file/inner"), { recursive: true }),
    readFile(at("nowhere")),
    readdir(at("loop")),
    writeFile(fixture.folder, ""),
  ]);

  expect(errors.map((each) => each.status === "rejected" && fileSystemProblem(each.reason))).toEqual([
    `Cannot create the folder "${at("file")}": another file exists at this path: move it, or choose another name (EEXIST)`,
    `Cannot create the folder "${at("file/inner")}": a part of the path is a file: expected folders (ENOTDIR)`,
    `Cannot open "${at("nowhere")}": it does not exist, or a folder or link in its path does not exist (ENOENT)`,
    `Cannot open "${at("loop")}": the symbolic links in its path form a cycle: expected a file or folder (ELOOP)`,
    `Cannot open "${fixture.folder}": it is a folder: expected a file (EISDIR)`,
  ]);
});

test("fileSystemProblem() uses the text of the system for rare errors, and returns undefined for other errors", () => {
  const rare = Object.assign(new Error("EIO: i/o error, read '/a'"), { code: "EIO", syscall: "read", path: "/a" });

  expect([rare, new TypeError("x is not a function"), "text"].map(fileSystemProblem)).toEqual([
    'Cannot open "/a": i/o error (EIO)',
    undefined,
    undefined,
  ]);
});
