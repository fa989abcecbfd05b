/**
 * A JSDoc comment taken apart: the sentences that describe, and the tags. A tag is a line that begins with `@`; markers are
 * tags of one line each, as in controller-gen, so text after one describes again. After a tag of JSDoc's own, such as
 * `@deprecated` or `@see`, the lines up to the next tag or empty line belong to that tag. A line of
 * prose that begins with `@` is written `\@`.
 */
import type { Position } from "../problem.ts";
import type { Comment } from "./comments.ts";

/** A tag, as written. */
export interface Tag {
  /** What stands between the `@` and the first `=` or space: `kubebuilder:validation:Minimum`, `minimum`. */
  readonly name: string;
  /** What follows the name, separator included: `=1`, ` 1`, or nothing. A `*\/` in it stands for the end of a comment. */
  readonly rest: string;
  /** Where the `@` stands. */
  readonly position: Position;
}

/** A comment, taken apart. */
export interface DocComment {
  /** The lines that describe, without stars, as controller-gen joins them; empty when there are none. */
  readonly description: string;
  readonly tags: readonly Tag[];
}

/** Takes a comment apart. `isMarker` tells markers from tags of JSDoc's own by their name. */
export function parseDocComment(comment: Comment, isMarker: (name: string) => boolean): DocComment {
  const tags: Tag[] = [];
  const prose: string[] = [];
  let insideTag = false;
  let insideCode = false;
  for (const line of linesOf(comment)) {
    const fence = /^\s*(```|~~~)/.test(line.text);
    if (fence) insideCode = !insideCode;
    const tag = insideCode || fence ? undefined : parseTag(line, comment);
    if (tag !== undefined) {
      tags.push(tag);
      insideTag = !isMarker(tag.name);
    } else if (line.text === "") {
      insideTag = false;
      prose.push("");
    } else if (!insideTag) {
      prose.push(line.text.replace(/^(\s*)\\(?=\\*@)/, "$1"));
    }
  }
  return { description: joinProse(prose), tags };
}

interface Line {
  readonly text: string;
  /** Where the text begins in the file. */
  readonly start: number;
}

/** The lines between the delimiters, without the star in front of each and without space at the end. */
function linesOf(comment: Comment): readonly Line[] {
  const { source, start, end } = comment;
  const body = source.text.slice(start + 3, end - 2);
  const lines: Line[] = [];
  let at = start + 3;
  for (const [index, whole] of body.split("\n").entries()) {
    const lead = (index === 0 ? /^ ?/ : /^\s*\*? ?/).exec(whole)?.[0].length ?? 0;
    lines.push({ text: whole.slice(lead).trimEnd().replaceAll("*\\/", "*/"), start: at + lead });
    at += whole.length + 1;
  }
  return lines;
}

function parseTag(line: Line, comment: Comment): Tag | undefined {
  const match = /^(\s*)@([A-Za-z][\w:.-]*)(.*)$/s.exec(line.text);
  if (match === null) return undefined;
  const [, lead = "", name = "", rest = ""] = match;
  return { name, rest, position: comment.source.positionAt(line.start + lead.length) };
}

/**
 * Joins the lines that describe: several empty ones are one, those at both ends go, lines that begin with `TODO` go, and
 * everything from a line that begins with `---` on goes, as the Kubernetes conventions have it; not so inside a code block.
 */
function joinProse(lines: readonly string[]): string {
  const kept: string[] = [];
  let insideCode = false;
  for (const line of lines) {
    if (/^(```|~~~)/.test(line)) insideCode = !insideCode;
    if (!insideCode && line.startsWith("TODO")) continue;
    if (!insideCode && line.startsWith("---")) break;
    if (line === "" && (kept.at(-1) ?? "") === "") continue;
    kept.push(withoutLinks(line));
  }
  while (kept.at(-1) === "") kept.pop();
  return kept.join("\n");
}

/** `{@link Pod}` reads `Pod`, `{@link Pod | the pod}` reads `the pod`: who reads a CRD cannot follow the link. */
function withoutLinks(line: string): string {
  return line.replaceAll(
    /\{@link(?:code|plain)?\s+([^{}|]*)(?:\|([^{}]*))?\}/g,
    (_whole, target: string, text?: string) => (text ?? target).trim(),
  );
}
