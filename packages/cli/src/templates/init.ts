/** All files of `kubewright init`. */
import type { Project } from "../project/project.ts";
import { printProject } from "../project/print-project.ts";
import { projectFile } from "../project/read-project.ts";
import type { Scaffold } from "../scaffold/scaffold-file.ts";
import { mainFile } from "./cmd/main.ts";
import { initConfig } from "./config/config-scaffold.ts";
import { devcontainerFiles } from "./devcontainer/devcontainer-files.ts";
import { workflowFiles } from "./github/workflow-files.ts";
import { headerFile } from "../project/open-project.ts";
import { imageFiles } from "./image/image-files.ts";
import { flagsFile } from "./internal/flags.ts";
import { setupFile } from "./internal/setup.ts";
import { agentsFile } from "./root/agents.ts";
import { configFiles } from "./root/config-files.ts";
import { makefile } from "./root/makefile.ts";
import { packageJson } from "./root/package-json.ts";
import type { PackageOptions } from "./root/package-json.ts";
import { readme } from "./root/readme.ts";
import { e2eTestFile } from "./testing/e2e-test.ts";

export interface InitOptions extends PackageOptions {
  /** The header of code files; may be empty. */
  readonly header: string;
}

export function initScaffold(project: Project, options: InitOptions): Scaffold {
  const { header } = options;
  const config = initConfig(project);
  return {
    files: [
      { path: projectFile, content: printProject(project), ifExists: "refuse" },
      packageJson(project, options),
      ...configFiles(),
      makefile(project),
      readme(project),
      agentsFile(project),
      ...(header === "" ? [] : [{ path: headerFile, content: header, ifExists: "refuse" as const }]),
      mainFile(project, header),
      setupFile(header),
      flagsFile(header),
      e2eTestFile(project, header),
      ...imageFiles(),
      ...workflowFiles(project),
      ...devcontainerFiles(project),
      ...config.files,
    ],
    insertions: config.insertions,
  };
}
