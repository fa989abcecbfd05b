// The index and the chapters of docs/book. tests/real/book.test.ts follows them.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readBook } from "./follow-book.ts";

const folder = fileURLToPath(new URL("../../docs/book/", import.meta.url));
const chapters = await readBook(folder);

test("the index of the book links to the chapters in their order", async () => {
  const index = await readFile(path.join(folder, "README.md"), "utf8");

  const linked = Array.from(index.matchAll(/^\d+\. \[[^\]]+\]\(([^)]+)\)/gmu), ([, target]) => target);

  expect(linked).toEqual(chapters.map(({ name }) => name));
});

test.for(chapters.slice(0, -1).map(({ name }, index) => ({ name, next: chapters[index + 1]?.name })))(
  "$name ends with a link to $next",
  async ({ name, next }) => {
    const text = await readFile(path.join(folder, name), "utf8");

    expect(text.trimEnd().split("\n").at(-1)).toMatch(new RegExp(`^Next: .*\\(${next}\\)\\.$`, "u"));
  },
);
