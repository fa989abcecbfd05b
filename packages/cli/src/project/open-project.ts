/** The project in whose folder the user stands. */
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { headerFile } from "../templates/header.ts";
import { openProjectFolder } from "../scaffold/project-folder.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import type { Project } from "./project.ts";
import { projectFile, readProject } from "./read-project.ts";

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
