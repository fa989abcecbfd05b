/** The output of a generator: files, as data, which can be written or compared with the files on disk. */
import type { FileHost } from "../files/file-host.ts";
import { joinPath } from "../files/join-path.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** A generated file. */
export interface Artifact {
  /** Relative to the root of the project, with `/` as the separator. */
  readonly path: string;
  readonly content: string;
}

/** An artifact whose file is missing or differs. */
export interface StaleArtifact {
  readonly path: string;
  /** The unified diff from the file to the artifact, ending in a line feed. */
  readonly diff: string;
}

/**
 * Writes the artifacts below `root` and returns the paths of those that changed. Unchanged files are not written, so that
 * file watchers see no event.
 */
export function writeArtifacts(host: FileHost, root: string, artifacts: readonly Artifact[]): readonly string[] {
  const changed = artifacts.filter(({ path, content }) => host.readFile(joinPath(root, path)) !== content);
  for (const { path, content } of changed) host.writeFile(joinPath(root, path), content);
  return changed.map(({ path }) => path);
}

/** The artifacts whose files are missing or differ. Empty when all generated files are up to date. */
export function verifyArtifacts(
  host: FileHost,
  root: string,
  artifacts: readonly Artifact[],
): readonly StaleArtifact[] {
  return artifacts.flatMap(({ path, content }) => {
    const found = host.readFile(joinPath(root, path));
    return found === content ? [] : [{ path, diff: unifiedDiff(path, found, content) }];
  });
}
