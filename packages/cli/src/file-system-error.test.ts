import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { startFixture } from "./testdata/command-fixture.ts";
import { fileSystemProblem } from "./file-system-error.ts";

test("fileSystemProblem() says what was to be done where, and why it cannot be", async () => {
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
    `Cannot make the folder "${at("file")}": something else is in the way: expected another name, or that it is moved (EEXIST)`,
    `Cannot make the folder "${at("file/inner")}": a part of the path is a file: expected folders (ENOTDIR)`,
    `Cannot open "${at("nowhere")}": it is not there, or a folder or link on the way to it leads nowhere (ENOENT)`,
    `Cannot open "${at("loop")}": a link on the way to it leads back to itself: expected a file or folder (ELOOP)`,
    `Cannot open "${fixture.folder}": it is a folder: expected a file (EISDIR)`,
  ]);
});

test("fileSystemProblem() keeps to the words of the system for what is rare, and says nothing of other errors", () => {
  const rare = Object.assign(new Error("EIO: i/o error, read '/a'"), { code: "EIO", syscall: "read", path: "/a" });

  expect([rare, new TypeError("x is not a function"), "text"].map(fileSystemProblem)).toEqual([
    'Cannot open "/a": i/o error (EIO)',
    undefined,
    undefined,
  ]);
});
