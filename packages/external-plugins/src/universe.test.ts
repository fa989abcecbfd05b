import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

import { isHidden, readUniverse } from "./universe.ts";

const host = { isPlainName: (name: string) => !name.includes(" ") };

test("plugins receive the text files of a project, with / between folders", async () => {
  await using project = await folderWith({ PROJECT: "version: 3\n", "docs/a/page.md": "größe\n", empty: "" });

  expect([...(await readUniverse(project.folder, host))]).toEqual([
    ["PROJECT", "version: 3\n"],
    ["docs/a/page.md", "größe\n"],
    ["empty", ""],
  ]);
});

test.each([
  { kind: "that is not UTF-8", file: "picture", content: Buffer.from([0xff, 0xd8]) },
  { kind: "with a NUL", file: "binary", content: "a\0b" },
  { kind: "larger than 1 MiB", file: "large", content: "0".repeat(1024 * 1024 + 1) },
  { kind: "whose name is rejected by the host", file: "two words", content: "" },
  { kind: "in a folder that the host rejects", file: "two words/file", content: "" },
  { kind: "of git", file: ".git/config", content: "" },
  { kind: "of npm in a package of the project", file: "web/Node_Modules/a/index.js", content: "" },
])("plugins do not receive a file $kind", async ({ file, content }) => {
  await using project = await folderWith({ PROJECT: "", [file]: content });

  expect([...(await readUniverse(project.folder, host)).keys()]).toEqual(["PROJECT"]);
});

test("a file of exactly 1 MiB is sent", async () => {
  await using project = await folderWith({ large: "0".repeat(1024 * 1024) });

  expect((await readUniverse(project.folder, host)).get("large")).toHaveLength(1024 * 1024);
});

test("symbolic links to files and folders are not followed", async () => {
  await using outside = await folderWith({ secret: "outside" });
  await using project = await folderWith({ PROJECT: "" });
  await symlink(outside.folder, path.join(project.folder, "folder"));
  await symlink(path.join(outside.folder, "secret"), path.join(project.folder, "file"));

  expect([...(await readUniverse(project.folder, host)).keys()]).toEqual(["PROJECT"]);
});

test("files of more than 16 MiB in total are an error that names the folder and the limit", async () => {
  const large = "0".repeat(1024 * 1024);
  const files = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`file-${index}`, large]));
  await using project = await folderWith(files);
  expect((await readUniverse(project.folder, host)).size).toBe(16);

  await writeFile(path.join(project.folder, "more"), "0");

  await expect(readUniverse(project.folder, host)).rejects.toThrow(
    expect.objectContaining({
      name: "PluginError",
      message: `Cannot run plugins: the files of "${project.folder}" are larger than 16 MiB`,
    }),
  );
});

test.each([
  { file: ".git/hooks/pre-commit", hidden: true },
  { file: "web/NODE_MODULES/a/index.js", hidden: true },
  { file: ".github/CODEOWNERS", hidden: false },
  { file: "docs/git/page.md", hidden: false },
])("isHidden($file) is $hidden", ({ file, hidden }) => {
  expect(isHidden(file)).toBe(hidden);
});

async function folderWith(files: Readonly<Record<string, string | Buffer>>) {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-universe-"));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
