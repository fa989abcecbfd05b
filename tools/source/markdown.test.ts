import assert from "node:assert/strict";
import { test } from "vitest";
import { anchorsOf, linksIn } from "./markdown.ts";

test("anchorsOf() counts headings of the same text", () => {
  assert.deepEqual(
    [...anchorsOf("# What it is\n\n## It isn't\n\n## What it is\n")],
    ["what-it-is", "it-isnt", "what-it-is-1"],
  );
});

test("linksIn() returns links and images with their places, and leaves out code", () => {
  const text = "[a `f[]()`](a.md#b) `[c](c.md)`\n```md\n[d](d.md)\n```\n![e](e.svg)";

  assert.deepEqual(linksIn(text), [
    { target: "a.md#b", start: 0, end: 19, text: "a `f[]()`", isImage: false },
    { target: "e.svg", start: 52, end: 63, text: "e", isImage: true },
  ]);
});
