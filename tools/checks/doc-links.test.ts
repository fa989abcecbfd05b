import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { filesMatching, readSource, root } from "../source/workspace.ts";
import { linkProblems } from "./doc-links.ts";
import { expectNone } from "./problems.ts";

test("every relative link of our documents leads to a file, and to a heading that is there", () => {
  const documents = filesMatching(
    "*.md",
    "docs/**/*.md",
    "site/*.md",
    "{packages,examples}/*/README.md",
    "{tests,bench}/*.md",
  );

  const problems = linkProblems(documents.map(readSource), {
    exists: (path) => existsSync(join(root, path)),
    read: (path) => readFileSync(join(root, path), "utf8"),
  });

  expectNone(problems);
});

test("linkProblems() names what is not there, with its line", () => {
  const texts = new Map([
    [
      "docs/a.md",
      "# A\n\n[b](b.md#two-words), [c](../c.md)\n\n```md\n[d](d.md)\n```\n\n[e](https://x.dev/y) [f](#g)\n",
    ],
    ["docs/b.md", "# B\n\n## Two `words`\n"],
  ]);
  const fixture = { exists: (path: string) => texts.has(path), read: (path: string) => texts.get(path) ?? "" };

  const problems = linkProblems(
    Array.from(texts, ([path, text]) => ({ path, text })),
    fixture,
  );

  assert.deepEqual(problems, [
    { at: "docs/a.md:3", message: 'the link to "../c.md" leads to no file: there is no c.md' },
    { at: "docs/a.md:9", message: 'the link to "#g" leads to no heading of docs/a.md' },
  ]);
});
