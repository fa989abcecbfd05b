/**
 * Reads the markers that describe a folder: its group, its version, the permissions of its programs. They can be in any JSDoc comment of its files.
 * Markers in other comments (`// @kubebuilder:…`) and JSDoc comments after a field are reported.
 */
import type { Marker, MarkerDefinition } from "../markers/definition.ts";
import type { MarkerParser } from "../markers/parse-marker.ts";
import { directoryOf } from "../files/join-path.ts";
import type { ProblemLog } from "../problem.ts";
import type { Comment } from "../source/comments.ts";
import { parseDocComment } from "../source/doc-comment.ts";
import type { Tag } from "../source/doc-comment.ts";
import type { SourceModule } from "../source/type-reader.ts";
import { reportGoMarkers } from "./go-markers.ts";
import { reportTrailing } from "./trailing-comments.ts";

/** The markers of each folder by its absolute path, in the order of its files. */
export function readPackageMarkers(
  modules: readonly SourceModule[],
  parser: MarkerParser,
  table: readonly MarkerDefinition[],
  log: ProblemLog,
): ReadonlyMap<string, readonly Marker[]> {
  const ofPackagesOnly = new Set(table.filter(({ targets }) => targets.join() === "package").map(({ name }) => name));
  const isPackageMarker = (tag: Tag): boolean =>
    [...ofPackagesOnly].some((name) => tag.name === name || tag.name.startsWith(`${name}:`));

  function markersIn(module: SourceModule): readonly Marker[] {
    return module.comments.flatMap((comment) => {
      reportGoMarkers(comment, parser, log);
      if (comment.kind !== "jsdoc") {
        reportMarkers(comment, log);
        return [];
      }
      const { tags } = parseDocComment(comment, (name) => parser.isMarker(name));
      // Comments on or in a type are read with the type; all others belong to the folder.
      const isFree = !module.spans.some(({ start, end }) => comment.start >= start && comment.end <= end);
      if (!isFree) reportTrailing(comment, log);
      const read = tags.filter((tag) => isPackageMarker(tag) || (isFree && /^(?:kubebuilder|k8s):/.test(tag.name)));
      return read.flatMap((tag) => parser.parse(tag, "package", log) ?? []);
    });
  }

  const found = new Map<string, Marker[]>();
  for (const module of modules) {
    const directory = directoryOf(module.file);
    found.set(directory, [...(found.get(directory) ?? []), ...markersIn(module)]);
  }
  return found;
}

function reportMarkers(comment: Comment, log: ProblemLog): void {
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
