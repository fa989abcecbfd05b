/** Opens the project in the current folder. */
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { openProjectFolder } from "../scaffold/project-folder.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import type { Project } from "./project.ts";
import { projectFile, readProject } from "./read-project.ts";

/** The file with the license header of the project; commands put its text at the top of each code file that they write. */
export const headerFile = "hack/boilerplate.ts.txt";

export interface OpenProject {
  readonly project: Project;
  /** The content of PROJECT. Unknown fields and comments in it are kept when it is printed again. */
  readonly text: string;
  /** The header of the project's code files; may be empty. */
  readonly header: string;
  readonly folder: ProjectFolder;
}

/** @throws {CommandError} when the folder has no project, or its PROJECT file is invalid. */
export async function openProject({ cwd }: Pick<Io, "cwd">): Promise<OpenProject> {
  const folder = await openProjectFolder(cwd);
  const text = await folder.read(projectFile);
  if (text === undefined) {
    throw new CommandError(
      `Cannot find a project in "${cwd}": PROJECT does not exist: run the command in a project, or create one with "kubewright init"`,
    );
  }
  return { project: readProject(text), text, header: (await folder.read(headerFile)) ?? "", folder };
}
