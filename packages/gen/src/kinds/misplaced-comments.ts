/** Reports markers and comments that are not read where they are: the author would lose a description or a marker without notice. */
import { isMarker } from "../markers/parse-marker.ts";
import type { ProblemLog } from "../problem.ts";
import type { Comment } from "../source/comments.ts";

/** Whether a JSDoc comment follows code on its line and ends the line. */
export function isTrailing(comment: Comment): boolean {
  return comment.kind === "jsdoc" && codeBefore(comment) !== undefined;
}

/** Reports a trailing JSDoc comment. TypeScript attaches it to the next field, or drops it. */
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

/** Reports markers in comments other than JSDoc. */
export function reportUnreadMarkers(comment: Comment, log: ProblemLog): void {
  const text = comment.source.text.slice(comment.start, comment.end);
  for (const match of text.matchAll(/^(?:\/\/|\/\*|\s*\*)?[ \t]*(@(?:kubebuilder|k8s):[\w:.-]*|@groupName\b)/gm)) {
    const [whole, name = ""] = match;
    const offset = comment.start + match.index + whole.length - name.length;
    log.report(
      comment.source.positionAt(offset),
      `the marker "${name}" is in a comment that is not read: write /** @${name.slice(1)}… */`,
    );
  }
}

/**
 * Reports each line of a comment that is a marker of Go (`+kubebuilder:validation:Minimum=3`), which would become a part of the description: one
 * with a namespace or a value, or the name of a marker alone.
 */
export function reportGoMarkers(comment: Comment, log: ProblemLog): void {
  const text = comment.source.text.slice(comment.start, comment.end);
  for (const match of text.matchAll(goMarker)) {
    const [whole, name = "", rest = ""] = match;
    const isNamespaced = /^(?:kubebuilder|k8s|validation):/.test(name);
    if (!isNamespaced && !rest.startsWith("=") && !(rest.trim() === "" && isMarker(name))) continue;
    if (name.startsWith("kubebuilder:scaffold:")) continue; // The place where commands insert code.
    const found = `+${name}${rest.startsWith("=") || rest.startsWith(":") ? rest.trimEnd() : ""}`;
    const advice =
      comment.kind === "jsdoc"
        ? `write "@${found.slice(1)}"`
        : `write it in a JSDoc comment: /** @${found.slice(1)} */`;
    log.report(
      comment.source.positionAt(comment.start + match.index + whole.lastIndexOf(`+${name}`)),
      `the marker "${found}" is in the notation of Go, which is not read: ${advice}`,
    );
  }
}

/** A line that begins with `+name`, after the delimiters of the comment. */
const goMarker = /^(?:\/\*\*?|\/\/|[ \t]*\*(?!\/))?[ \t]*\+([A-Za-z][\w:.-]*)((?:(?!\*\/)[^\n])*)/gm;
