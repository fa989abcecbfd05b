/**
 * JSDoc comments after a field, on the same line. TypeScript attaches such a comment to the next field, or drops it, so its description and
 * its markers would be lost or wrong.
 */
import type { ProblemLog } from "../problem.ts";
import type { Comment } from "../source/comments.ts";

/** Whether a JSDoc comment follows code on its line and ends the line. */
export function isTrailing(comment: Comment): boolean {
  return comment.kind === "jsdoc" && codeBefore(comment) !== undefined;
}

/** Reports a trailing JSDoc comment. */
export function reportTrailing(comment: Comment, log: ProblemLog): void {
  const code = comment.kind === "jsdoc" ? codeBefore(comment) : undefined;
  if (code === undefined) return;
  const [, name] = /(?:^|[\s;,{])"?([\w$.\-/]+)"?\??\s*:[^:]*$/.exec(code) ?? [];
  const above = name === undefined ? "the line above" : `the line above "${name}"`;
  log.report(
    comment.source.positionAt(comment.start),
    `a JSDoc comment after a field does not describe that field: move it to ${above}`,
  );
}

/** The code before the comment on its line, if the comment ends the line. */
function codeBefore({ source: { text }, start, end }: Comment): string | undefined {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const code = text.slice(lineStart, start).trimEnd();
  const lineEnd = text.indexOf("\n", end);
  const rest = text.slice(end, lineEnd < 0 ? text.length : lineEnd).trim();
  // A comment after `{`, `|` or `=` precedes what it describes, although on the line above.
  return /[\w;,\])}>'"`]$/.test(code) && rest === "" ? code : undefined;
}
