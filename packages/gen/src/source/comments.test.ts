import assert from "node:assert/strict";
import { test } from "vitest";

import { commentsInFront, findComments } from "./comments.ts";
import { parseDocComment } from "./doc-comment.ts";
import type { DocComment } from "./doc-comment.ts";
import { createSourceText } from "./source-text.ts";

function textsOf(text: string, literals: readonly { pos: number; end: number }[] = []): readonly string[] {
  return findComments(createSourceText("f", text), literals).map(({ start, end }) => text.slice(start, end));
}

function parseOne(text: string): DocComment {
  const [comment] = findComments(createSourceText("/f.ts", text), []);
  assert.ok(comment !== undefined);
  return parseDocComment(comment, (name) => name.startsWith("kubebuilder:") || name === "minimum");
}

test("findComments() distinguishes line comments, block comments and JSDoc", () => {
  const comments = findComments(createSourceText("f", "// a\n/* b */ /** c */ /**/ x"), []);

  assert.deepEqual(
    comments.map(({ kind }) => kind),
    ["line", "block", "jsdoc", "block"],
  );
});

test("findComments() ignores comment signs in literals and quotes in comments", () => {
  const text = 'a = /* "1 */ "/* 2 */"; // "3';

  assert.deepEqual(textsOf(text, [{ pos: 3, end: 22 }]), ['/* "1 */', '// "3']);
});

test("findComments() ignores the first line of a script", () => {
  assert.deepEqual(textsOf("#!/usr/bin//env /** x */\n/** y */"), ["/** y */"]);
});

test("commentsInFront() returns the comments directly above a node", () => {
  const text = "/** a */ x; /** b */ /** c */ y; /** d */";
  const comments = findComments(createSourceText("f", text), []);

  const found = commentsInFront(comments, text.indexOf(" /** b"));

  assert.deepEqual(
    found.map(({ start, end }) => text.slice(start, end)),
    ["/** b */", "/** c */"],
  );
});

test("parseDocComment() removes tags, keeps the text after a marker, and drops the text after a tag of JSDoc", () => {
  const { description, tags } = parseOne(`/**
 * First line,
 *   second line.
 * @minimum 1
 * Third line.
 *
 *
 * @see somewhere,
 * on two lines
 *
 * Last line.
 */`);

  assert.equal(description, "First line,\n  second line.\nThird line.\n\nLast line.");
  assert.deepEqual(
    tags.map(({ name, rest }) => [name, rest]),
    [
      ["minimum", " 1"],
      ["see", " somewhere,"],
    ],
  );
});

test("parseDocComment() returns the line and column of each tag", () => {
  const { tags } = parseOne("/** @minimum 1\n   *   @kubebuilder:x=y */");

  assert.deepEqual(
    tags.map(({ position }) => [position.line, position.column]),
    [
      [1, 5],
      [2, 8],
    ],
  );
});

test("parseDocComment() reads *\\/ as */", () => {
  assert.equal(parseOne("/** a *\\/ b\n * @minimum *\\/ */").tags[0]?.rest, " */");
});

test("parseDocComment() keeps code blocks unchanged, including tags and TODO notes", () => {
  const later = ["TO", "DO"].join("");

  const { description, tags } = parseOne(
    `/**\n * \`\`\`\n * @minimum 1\n * ${later}\n * ---\n * \`\`\`\n * ${later}: not this\n * but this\n * ---\n * not this\n */`,
  );

  assert.equal(description, `\`\`\`\n@minimum 1\n${later}\n---\n\`\`\`\nbut this`);
  assert.deepEqual(tags, []);
});

test("parseDocComment() replaces links with their text", () => {
  assert.equal(parseOne("/** See {@link Pod} and {@link Pod | the pod}. */").description, "See Pod and the pod.");
});
