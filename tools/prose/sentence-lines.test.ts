// One sentence per line, on small examples and in the pages of the repository.
import { expect, test } from "vitest";
import { expectNone } from "../checks/problems.ts";
import { pages, sentencePerLine } from "./sentence-lines.ts";

test("the pages of the repository have one sentence per line", () => {
  const wrong = pages().filter(({ text }) => sentencePerLine(text) !== text);

  expectNone(wrong.map(({ path }) => ({ at: path, message: "must have one sentence per line: npm run format" })));
});

test("sentencePerLine() joins wrapped lines and splits paragraphs into sentences", () => {
  const text =
    "The first\nsentence. The `second. One` ends (in a bracket.) Kubernetes 1.36. Then\nthe last, e.g. This!";

  expect(sentencePerLine(text).split("\n")).toEqual([
    "The first sentence.",
    "The `second. One` ends (in a bracket.)",
    "Kubernetes 1.36.",
    "Then the last, e.g. This!",
  ]);
});

test("sentencePerLine() indents the sentences of items, and leaves code, tables and headings unchanged", () => {
  const text = [
    "# A title. With two",
    "1. An item. Its second",
    "   sentence",
    "- [x] Another. One",
    "  - nested. Too",
    "",
    "| a. B | c |",
    "```ts",
    "// One. Two",
    "```",
    "- item:",
    "  ```sh",
    "  a. B",
    "  ```",
    "",
  ];

  expect(sentencePerLine(text.join("\n")).split("\n")).toEqual([
    "# A title. With two",
    "1. An item.",
    "   Its second sentence",
    "- [x] Another.",
    "  One",
    "  - nested.",
    "    Too",
    ...text.slice(5),
  ]);
});

test("sentencePerLine() leaves front matter unchanged", () => {
  const frontMatter = "---\ntitle: A title. Two\ntemplate: splash\n---\n";

  expect(sentencePerLine(`${frontMatter}One. Two`)).toBe(`${frontMatter}One.\nTwo`);
});
