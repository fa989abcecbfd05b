// Follows docs/book chapter by chapter from a clone of this repository.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { followBook, readBook } from "../newcomer/follow-book.ts";
import { startNewcomerWithClone } from "../newcomer/newcomer.ts";

const folder = fileURLToPath(new URL("../../docs/book/", import.meta.url));

test("each chapter of the book ends with a project whose checks and tests pass", { timeout: 600_000 }, async () => {
  const chapters = await readBook(folder);
  const followed: string[] = [];
  const searchPath = [inject("assets") ?? "", inject("searchPath")].join(path.delimiter);
  await using newcomer = await startNewcomerWithClone({ env: { PATH: searchPath } });

  await followBook(newcomer, chapters, { project: "../website", onChapter: (name) => followed.push(name) });

  expect(followed).toEqual(chapters.map(({ name }) => name));
});
