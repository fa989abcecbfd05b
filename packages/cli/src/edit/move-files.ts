/** Moves files of the project, and rewrites the imports of all its sources. */
import type { Io } from "../io.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import type { Moves } from "./moves.ts";
import { rewriteImports } from "./rewrite-imports.ts";

/** A file with its new path and its new content. One of the two may be unchanged. */
export interface FileChange {
  readonly path: string;
  readonly to: string;
  readonly content: string;
}

/**
 * The files that move, and those whose imports change. Nothing is written.
 *
 * @param paths All files of the project.
 * @throws {CommandError} when a file that moves is not a text file.
 */
export async function planMoves(
  moves: Moves,
  paths: readonly string[],
  folder: ProjectFolder,
): Promise<readonly FileChange[]> {
  if (moves.size === 0) return [];
  const changes: FileChange[] = [];
  for (const path of paths) {
    const isSource = /\.[cm]?[jt]s$/u.test(path);
    const to = moves.get(path) ?? path;
    if (!isSource && to === path) continue;
    const before = (await folder.read(path)) ?? "";
    const content = isSource ? rewriteImports(before, path, moves) : before;
    if (to !== path || content !== before) changes.push({ path, to, content });
  }
  return changes;
}

/** Makes the changes, or shows them if `dryRun` is set. */
export async function applyMoves(
  changes: readonly FileChange[],
  folder: ProjectFolder,
  { io, dryRun }: { readonly io: Io; readonly dryRun: boolean },
): Promise<void> {
  for (const { path, to, content } of changes) {
    if (!dryRun) {
      await folder.write(to, content);
      if (to !== path) await folder.remove(path);
    }
    const [changed, moved] = dryRun ? ["would change", "would move"] : ["changed", "moved"];
    io.out(to === path ? `${changed} ${path}\n` : `${moved} ${path} to ${to}\n`);
  }
}
