/** The project in whose folder the user stands. */
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
  /** The text of PROJECT, which keeps what is not ours when it is printed anew. */
  readonly text: string;
  /** What the project's files of code begin with; may be empty. */
  readonly header: string;
  readonly folder: ProjectFolder;
}

/** @throws {CommandError} when there is no project here, or its PROJECT file is wrong. */
export async function openProject({ cwd }: Pick<Io, "cwd">): Promise<OpenProject> {
  const folder = await openProjectFolder(cwd);
  const text = await folder.read(projectFile);
  if (text === undefined) {
    throw new CommandError(
      `Cannot find a project in "${cwd}": there is no PROJECT: go to the folder of one, or make one with "kubewright init"`,
    );
  }
  return { project: readProject(text), text, header: (await folder.read(headerFile)) ?? "", folder };
}
