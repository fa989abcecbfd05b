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
}

export async function changedFiles({ before, after, header, folder, force }: ProjectChange): Promise<ChangedFiles> {
  const old = rendered(before, header);
  const files: ScaffoldFile[] = [];
  const byHand: string[] = [];
  for (const [path, content] of rendered(after, header)) {
    if (old.get(path) === content) continue;
    const found = await folder.read(path);
    if (found === content || (found === undefined && old.has(path))) continue; // Already done, or removed on purpose.
    if (force || found === old.get(path)) files.push({ path, content, ifExists: "replace" });
    else byHand.push(path);
  }
  return { files, byHand };
}

function rendered(project: Project, header: string): ReadonlyMap<string, string> {
  const main = mainFile(project, header);
  return new Map([...renderedConfig(project), [main.path, main.content]]);
}
