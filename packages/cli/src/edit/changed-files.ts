/**
 * The files that differ in another layout of the project. A file that is unchanged since a command wrote it gets its new content; a file
 * that the user has changed is kept.
 */
import type { Project } from "../project/project.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import type { ScaffoldFile } from "../scaffold/scaffold-file.ts";
import { mainFile } from "../templates/cmd/main.ts";
import { renderedConfig } from "../templates/config/rendered-config.ts";

export interface ProjectChange {
  readonly before: Project;
  readonly after: Project;
  /** The header of code files. */
  readonly header: string;
  readonly folder: ProjectFolder;
  /** Overwrite files that the user has changed. */
  readonly force: boolean;
}

export interface ChangedFiles {
  readonly files: readonly ScaffoldFile[];
  /** The paths of the files that the user has to change. */
  readonly byHand: readonly string[];
  /** The paths of unmodified files that the other layout does not have. */
  readonly removed: readonly string[];
  /** The paths of such files that the user has to remove: they are modified, or listed in a file that the user has to change. */
  readonly removeByHand: readonly string[];
}

export async function changedFiles({ before, after, header, folder, force }: ProjectChange): Promise<ChangedFiles> {
  const old = rendered(before, header);
  const now = rendered(after, header);
  const files: ScaffoldFile[] = [];
  const byHand: string[] = [];
  for (const [path, content] of now) {
    if (old.get(path) === content) continue;
    const found = await folder.read(path);
    if (found === content || (found === undefined && old.has(path))) continue; // Already done, or removed on purpose.
    const merged =
      force || found === old.get(path) ? content : withReplacedLines(path, { found, old: old.get(path), now: content });
    if (merged === undefined) byHand.push(path);
    else if (merged !== found) files.push({ path, content: merged, ifExists: "replace" });
  }
  const gone = [...old].filter(([path]) => !now.has(path));
  const found = await Promise.all(
    gone.map(async ([path, content]) => ({ path, content, text: await folder.read(path) })),
  );
  const present = found.filter(({ text }) => text !== undefined);
  const isListed = byHand.some((path) => isKustomization(path)); // Its list may still have the file.
  const isRemoved = ({ content, text }: (typeof present)[number]): boolean => force || (text === content && !isListed);
  return {
    files,
    byHand,
    removed: present.filter((file) => isRemoved(file)).map(({ path }) => path),
    removeByHand: present.filter((file) => !isRemoved(file)).map(({ path }) => path),
  };
}

/**
 * A kustomization with the lines of the other layout, such as other names of files. The user, or a later command, may have changed its
 * other lines. Undefined for other files, and if a line is not there once.
 */
function withReplacedLines(
  path: string,
  { found, old, now }: { readonly found: string | undefined; readonly old: string | undefined; readonly now: string },
): string | undefined {
  if (!isKustomization(path) || found === undefined || old === undefined) return undefined;
  const [before, after, lines] = [old.split("\n"), now.split("\n"), found.split("\n")];
  const gone = before.filter((line) => !after.includes(line));
  const fresh = after.filter((line) => !before.includes(line));
  const isClear =
    gone.length === fresh.length && gone.every((line) => lines.filter((each) => each === line).length === 1);
  return isClear ? lines.map((line) => fresh[gone.indexOf(line)] ?? line).join("\n") : undefined;
}

function isKustomization(path: string): boolean {
  return path.endsWith("/kustomization.yaml");
}

function rendered(project: Project, header: string): ReadonlyMap<string, string> {
  const main = mainFile(project, header);
  return new Map([...renderedConfig(project), [main.path, main.content]]);
}
