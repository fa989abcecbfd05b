import { expect, test } from "vitest";
import { readerFiguresOf } from "./reader.ts";

test("readerFiguresOf() counts words, questions and blocks, and leaves code out", () => {
  const text = [
    "# A title",
    "",
    "Do you need this? Run your test (`you`):",
    "",
    "```sh",
    "make test # you?",
    "```",
    "",
    "```text",
    "ok",
    "```",
  ].join("\n");

  expect(readerFiguresOf({ path: "docs/a.md", text })).toEqual({
    path: "docs/a.md",
    words: 10,
    youPerThousand: 200,
    questions: 1,
    commands: 1,
    outputs: 1,
  });
});
