// The passages and the rules on small examples.
import assert from "node:assert/strict";
import { test } from "vitest";
import { passagesOf } from "./passages.ts";
import { findingsIn, sentenceWordsMax } from "./rules.ts";

test("passagesOf() returns comments, docstrings, test titles and messages of TypeScript, with code replaced", () => {
  const text = [
    "// The store holds the bytes of",
    "// every `CachedObject`.",
    "/**",
    " * Reads an object.",
    " *",
    " *     a diagram ──► another",
    " *",
    " * @throws {ApiError} 404 if the object does not exist.",
    " */",
    'test("a reader sees the last write", () => {});',
    "throw new TypeError(`Cannot read ${name}: the name must not be empty`);",
    'const path = "/api/v1/pods"; // short',
  ].join("\n");

  assert.deepEqual(passagesOf({ path: "packages/client/src/a.ts", text }), [
    { line: 1, text: "The store holds the bytes of every CODE." },
    { line: 4, text: "Reads an object." },
    { line: 8, text: "404 if the object does not exist." },
    { line: 10, text: "a reader sees the last write" },
    { line: 11, text: "Cannot read CODE: the name must not be empty" },
    { line: 12, text: "short" },
  ]);
});

test("passagesOf() leaves out messages that reproduce those of kube-apiserver, and keeps test titles", () => {
  const text = 'const a = "the object has been modified by another";\ntest("a title with four words", () => {});';

  assert.deepEqual(passagesOf({ path: "packages/apiserver/src/a.ts", text }), [
    { line: 2, text: "a title with four words" },
  ]);
});

test("passagesOf() returns paragraphs, items and cells of Markdown, without code blocks", () => {
  const text = [
    "# A title",
    "",
    "A paragraph with",
    "two lines and a [link](https://example.dev).",
    "- an **item**",
    "```ts",
    "const told = 1;",
    "```",
    "| metric | text |",
    "|---|---|",
    "| `a` | The length |",
  ].join("\n");

  assert.deepEqual(
    passagesOf({ path: "README.md", text }).map((passage) => passage.text),
    ["A title", "A paragraph with two lines and a link.", "an item", "metric", "text", "The length"],
  );
});

test.for([
  ["tools/real/main.go", "//"],
  ["site/astro.config.mjs", "//"],
  ["tests/node/machine/start.sh", "#"],
  ["config/manager.yaml", "#"],
  ["Makefile", "#"],
  [".ci/run", "#"],
] as const)("passagesOf() returns the comments that fill lines of %s", ([path, mark]) => {
  const text = [
    "#!/usr/bin/env bash",
    `${mark} The first sentence of`,
    `  ${mark} a comment.`,
    "code 1",
    `code 2 ${mark} short`,
    `${mark} Another comment.`,
  ].join("\n");

  assert.deepEqual(passagesOf({ path, text }), [
    { line: 2, text: "The first sentence of a comment." },
    { line: 6, text: "Another comment." },
  ]);
});

test("passagesOf() returns nothing of JSON", () => {
  assert.deepEqual(passagesOf({ path: "package.json", text: '{ "description": "// # a text with words" }' }), []);
});

test("findingsIn() names the words of a translated sentence and what to write instead", () => {
  const found = findingsIn({ line: 7, text: "Whoever is told of a change reads it anew." });

  assert.deepEqual(
    found.map(({ line, rule, words }) => [line, rule, words]),
    [
      [7, "code-does-not-talk", "told"],
      [7, "nobody", "Whoever"],
      [7, "archaic", "anew"],
    ],
  );
});

test.for([
  "It is neither a Pod nor a Node.",
  "The list has one Pod and all objects of other kinds.",
  "The merge compares the live object with the live values of the list.",
  "The loop calls sleep() between two attempts.",
  "An entry has a revision that one write sets.",
  "There is no Pod of this name, and there are no Nodes.",
  "The call returns from there once the body has ended.",
])("findingsIn() accepts: %s", (text) => {
  assert.deepEqual(findingsIn({ line: 1, text }), []);
});

test.for([
  ["It has no status. Nor has it a spec.", "Nor"],
  ["The object is stored with its status and all.", "and all"],
  ["The state lives in a map.", "lives"],
  ["Operators live in a separate repository.", "live"],
  ["The worker sleeps until the next event.", "sleeps"],
  ["This handler replaces that one.", "that one"],
  ["A string that is no number is rejected.", "is no "],
  ["Present once a webhook is served. There once webhooks are served.", "There once"],
] as const)("findingsIn() rejects: %s", ([text, words]) => {
  assert.deepEqual(
    findingsIn({ line: 1, text }).map((finding) => finding.words),
    [words],
  );
});

test("findingsIn() accepts plain sentences, and rejects one that is too long", () => {
  const long = `The informer ${"resumes ".repeat(sentenceWordsMax)}the watch.`;

  assert.deepEqual(findingsIn({ line: 1, text: "The informer resumes the watch from the last resourceVersion." }), []);
  assert.deepEqual(
    findingsIn({ line: 1, text: `Short one. ${long}` }).map(({ rule }) => rule),
    ["long-sentence"],
  );
});
