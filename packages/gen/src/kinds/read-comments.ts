/** Reads the comments above a type or a field: the description and the markers. */
import type { Marker, MarkerTarget } from "../markers/marker.ts";
import { isMarker, parseMarker } from "../markers/parse-marker.ts";
import type { ProblemLog } from "../problem.ts";
import type { Comment } from "../source/comments.ts";
import { parseDocComment } from "../source/doc-comment.ts";
import { isTrailing, reportTrailing } from "./misplaced-comments.ts";

/** The last comment is the description; each may have markers. Invalid markers and comments in the wrong place are reported. */
export function readComments(
  comments: readonly Comment[],
  target: MarkerTarget,
  log: ProblemLog,
): { readonly description: string; readonly markers: readonly Marker[] } {
  for (const comment of comments) reportTrailing(comment, log);
  const documents = comments
    .filter((comment) => comment.kind === "jsdoc" && !isTrailing(comment))
    .map((comment) => parseDocComment(comment, isMarker));
  const markers = documents.flatMap(({ tags }) => tags).flatMap((tag) => parseMarker(tag, target, log) ?? []);
  return { description: documents.at(-1)?.description ?? "", markers };
}
