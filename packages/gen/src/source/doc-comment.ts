/**
 * Parses a JSDoc comment into its description and its tags. A tag is a line that begins with `@`. A marker is a tag of one line, as in
 * controller-gen, so the lines after it belong to the description again. After a tag of JSDoc, such as `@deprecated` or `@see`, the lines
 * up to the next tag or empty line belong to that tag. A line of the description that begins with `@` is written `\@`.
 */
import type { Position } from "../problem.ts";
import type { Comment } from "./comments.ts";

/** A tag, as written. */
export interface Tag {
  /** The text between the `@` and the first `=` or space: `kubebuilder:validation:Minimum`, `minimum`. */
  readonly name: string;
  /** The text after the name, including the separator: `=1`, ` 1`, or nothing. A `*\/` in it means `*`+`/`. */
  readonly rest: string;
  /** The place of the `@`. */
  readonly position: Position;
}

/** A parsed comment. */
export interface DocComment {
  /** The lines of the description, without stars, joined as in controller-gen; empty without a description. */
  readonly description: string;
  readonly tags: readonly Tag[];
}

/** Parses a comment. `isMarker` returns whether a tag is a marker, by its name. */
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
  /** The offset of the text in the file. */
  readonly start: number;
}

/** The lines between the delimiters, without their leading star and without trailing space. */
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
 * Joins the lines of the description by the Kubernetes conventions. Consecutive empty lines become one, and leading and trailing empty
 * lines are removed. Lines that begin with `TODO` are removed, and everything after a line that begins with `---`. Code blocks are
 * unchanged.
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

/** Replaces `{@link Pod}` with `Pod` and `{@link Pod | the pod}` with `the pod`, because a CRD has no links. */
function withoutLinks(line: string): string {
  return line.replaceAll(
    /\{@link(?:code|plain)?\s+([^{}|]*)(?:\|([^{}]*))?\}/g,
    (_whole, target: string, text?: string) => (text ?? target).trim(),
  );
}
