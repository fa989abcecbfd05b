/** Parses the comments above a type or a field: its description and its markers. */
import type { Marker, MarkerTarget } from "../markers/definition.ts";
import type { MarkerParser } from "../markers/parse-marker.ts";
import type { ProblemLog } from "../problem.ts";
import type { Comment } from "../source/comments.ts";
import { parseDocComment } from "../source/doc-comment.ts";
import { isTrailing, reportTrailing } from "./trailing-comments.ts";

/** The content of comments. */
export interface Described {
  readonly description: string;
  readonly markers: readonly Marker[];
}

/** Reads the comments above a `target` of markers. The last comment is the description; each may have markers. */
export type CommentReader = (comments: readonly Comment[], target: MarkerTarget) => Described;

/** A reader that reports invalid markers and comments in the wrong place to `log`. */
export function createCommentReader(parser: MarkerParser, log: ProblemLog): CommentReader {
  return (comments, target) => {
    for (const comment of comments) reportTrailing(comment, log);
    const documents = comments
      .filter((comment) => comment.kind === "jsdoc" && !isTrailing(comment))
      .map((comment) => parseDocComment(comment, (name) => parser.isMarker(name)));
    const markers = documents.flatMap(({ tags }) => tags).flatMap((tag) => parser.parse(tag, target, log) ?? []);
    return { description: documents.at(-1)?.description ?? "", markers };
  };
}
