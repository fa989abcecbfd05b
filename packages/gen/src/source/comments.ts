/**
 * Finds all comments of a source file. Only the parser can distinguish a `/*` in a string, a template or a regular expression from a
 * comment, so the ranges of these literals are an argument.
 */
import type { SourceText } from "./source-text.ts";

/** A comment in a file. */
export interface Comment {
  /** `jsdoc` is a block that begins with two stars, the only kind of comment whose markers are read. */
  readonly kind: "jsdoc" | "block" | "line";
  readonly source: SourceText;
  /** The offset of its first slash. */
  readonly start: number;
  /** The offset after its last character. */
  readonly end: number;
}

/** The range of a literal. `pos` may include the space and comments before the literal; `end` is exact. */
export interface LiteralRange {
  readonly pos: number;
  readonly end: number;
}

/** The comments of a file, in order. `literals` are sorted and do not overlap. */
export function findComments(source: SourceText, literals: readonly LiteralRange[]): readonly Comment[] {
  const { text } = source;
  const comments: Comment[] = [];
  let literal = 0;
  // A first line such as `#!/usr/bin/env node` is not a comment, but may contain comment signs.
  let at = text.startsWith("#!") ? endOfLine(text, 0) : 0;
  while (at < text.length) {
    const kind = commentAt(text, at);
    if (kind !== undefined) {
      const end = kind === "line" ? endOfLine(text, at) : endOfBlock(text, at);
      comments.push({ kind, source, start: at, end });
      at = end;
      continue;
    }
    // The space and comments before the literal have been skipped, so the next character is its first.
    const next = literals[literal];
    if (next !== undefined && at >= next.pos && !isSpace(text, at)) {
      at = Math.max(next.end, at + 1);
      literal++;
    } else {
      at++;
    }
  }
  return comments;
}

/** The comments directly above a node that begins, space and comments included, at `pos`. */
export function commentsInFront(comments: readonly Comment[], pos: number): readonly Comment[] {
  const found: Comment[] = [];
  let from = pos;
  for (let index = firstFrom(comments, pos); index < comments.length; index++) {
    const comment = comments[index];
    if (comment === undefined || comment.source.text.slice(from, comment.start).trim() !== "") break;
    found.push(comment);
    from = comment.end;
  }
  return found;
}

function firstFrom(comments: readonly Comment[], pos: number): number {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.start ?? 0) < pos) low = middle + 1;
    else high = middle;
  }
  return low;
}

function commentAt(text: string, at: number): Comment["kind"] | undefined {
  if (text[at] !== "/") return undefined;
  if (text[at + 1] === "/") return "line";
  if (text[at + 1] !== "*") return undefined;
  return text[at + 2] === "*" && text[at + 3] !== "/" ? "jsdoc" : "block";
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function endOfBlock(text: string, at: number): number {
  const end = text.indexOf("*/", at + 2);
  return end < 0 ? text.length : end + 2;
}

function isSpace(text: string, at: number): boolean {
  return text.slice(at, at + 1).trim() === "";
}
