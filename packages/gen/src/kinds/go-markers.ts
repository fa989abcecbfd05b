/** Markers in the notation of Go, `+kubebuilder:validation:Minimum=3`. TypeScript has no comments for them, so they would become descriptions. */
import { isMarker } from "../markers/parse-marker.ts";
import type { ProblemLog } from "../problem.ts";
import type { Comment } from "../source/comments.ts";

/** Reports each line of a comment that is a marker of Go: one with a namespace or a value, or the name of a marker alone. */
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
