/**
 * Reads the markers that describe a folder: its group, its version, the permissions of its programs. They can be in any JSDoc comment of its files.
 * Markers in other comments (`// @kubebuilder:…`) and JSDoc comments after a field are reported.
 */
import { directoryOf } from "../files/join-path.ts";
import { applyEffects } from "../markers/apply-effects.ts";
import type { FolderFacts, Marker } from "../markers/marker.ts";
import { isMarker, parseMarker } from "../markers/parse-marker.ts";
import { markerRecords } from "../markers/table.ts";
import type { ProblemLog } from "../problem.ts";
import { parseDocComment } from "../source/doc-comment.ts";
import type { SourceModule } from "../source/type-reader.ts";
import { reportGoMarkers, reportTrailing, reportUnreadMarkers } from "./misplaced-comments.ts";

/** A folder of sources. */
export interface Folder {
  readonly markers: readonly Marker[];
  readonly facts: FolderFacts;
}

/** The folders of the modules by their absolute paths; their markers are in the order of the files. */
export function readFolders(modules: readonly SourceModule[], log: ProblemLog): ReadonlyMap<string, Folder> {
  const byFolder = Map.groupBy(modules, ({ file }) => directoryOf(file));
  return new Map(
    [...byFolder].map(([path, files]) => {
      const markers = files.flatMap((module) => folderMarkersIn(module, log));
      const none: FolderFacts = { rules: [], webhooks: [], webhookConfigurations: [] };
      return [path, { markers, facts: applyEffects("folder", none, markers, log) }];
    }),
  );
}

function folderMarkersIn(module: SourceModule, log: ProblemLog): readonly Marker[] {
  return module.comments.flatMap((comment) => {
    reportGoMarkers(comment, log);
    if (comment.kind !== "jsdoc") {
      reportUnreadMarkers(comment, log);
      return [];
    }
    // Comments on or in a type are read with the type; all others belong to the folder.
    const isFree = !module.spans.some(({ start, end }) => comment.start >= start && comment.end <= end);
    if (!isFree) reportTrailing(comment, log);
    return parseDocComment(comment, isMarker)
      .tags.filter(({ name }) => isOfFoldersOnly(name) || (isFree && /^(?:kubebuilder|k8s):/.test(name)))
      .flatMap((tag) => parseMarker(tag, "package", log) ?? []);
  });
}

const namesOfFoldersOnly = markerRecords.filter(({ targets }) => targets.join() === "package").map(({ name }) => name);

function isOfFoldersOnly(tagName: string): boolean {
  return namesOfFoldersOnly.some((name) => tagName === name || tagName.startsWith(`${name}:`));
}

/** A fast check before the compiler runs: most files of a project have no markers. */
export function mayHaveMarkers(text: string): boolean {
  return /[@+](?:kubebuilder|k8s):/.test(text) || namesOfFoldersOnly.some((name) => text.includes(`@${name}`));
}
