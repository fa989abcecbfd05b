/** Takes apart the comments in front of a type or a field: what they describe it with, and the markers in them. */
import type { Marker, MarkerTarget } from "../markers/definition.ts";
import type { MarkerParser } from "../markers/parse-marker.ts";
import type { ProblemLog } from "../problem.ts";
import type { Comment } from "../source/comments.ts";
import { parseDocComment } from "../source/doc-comment.ts";

/** What comments say. */
export interface Described {
  readonly description: string;
  readonly markers: readonly Marker[];
}

/** Reads the comments in front of a node that is a `target` to markers. The last one describes, all may carry markers. */
export type CommentReader = (comments: readonly Comment[], target: MarkerTarget) => Described;

/** A reader that reports wrong markers to `log`. */
export function createCommentReader(parser: MarkerParser, log: ProblemLog): CommentReader {
  return (comments, target) => {
    const documents = comments
      .filter(({ kind }) => kind === "jsdoc")
      .map((comment) => parseDocComment(comment, (name) => parser.isMarker(name)));
    const markers = documents.flatMap(({ tags }) => tags).flatMap((tag) => parser.parse(tag, target, log) ?? []);
    return { description: documents.at(-1)?.description ?? "", markers };
  };
}
