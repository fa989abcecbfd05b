/** All that `kubewright create api` writes. */
import type { DeployImage } from "../project/deploy-image.ts";
import { printProject } from "../project/print-project.ts";
import type { Project, Resource } from "../project/project.ts";
import { projectFile } from "../project/read-project.ts";
import type { Scaffold } from "../scaffold/scaffold-file.ts";
import { groupVersionInfoFile } from "./api/group-version-info.ts";
import { typesFile } from "./api/types.ts";
import { apiConfig } from "./config/config-scaffold.ts";
import { imageControllerFiles, imageSampleSpec, imageVariable } from "./deploy-image/deploy-image-scaffold.ts";
import { controllerFile } from "./internal/controller.ts";
import { controllerNames } from "./internal/controller-names.ts";
import { controllerTestFile } from "./internal/controller-test.ts";
import { setupInsertions } from "./internal/setup.ts";

export interface ApiOptions {
  /** What every file of code begins with; may be empty. */
  readonly header: string;
  /** The text of PROJECT, which keeps what is not ours. */
  readonly projectText: string;
  /** Whether the types are written; the resource may have them already. */
  readonly doResource: boolean;
  /** Whether a controller is written. */
  readonly doController: boolean;
  /** Of a further controller of the kind; absent for the one that is named after it. */
  readonly controllerName?: string;
  /** What the kind runs, and its own controller keeps running. Absent: what a kind is for is left to its author. */
  readonly image?: DeployImage;
}

/** @param project With the resource in it. */
export function apiScaffold(project: Project, resource: Resource, options: ApiOptions): Scaffold {
  const { header, projectText, doResource, doController, controllerName, image } = options;
  const types = doResource
    ? [typesFile(project, resource, header, image), groupVersionInfoFile(project, resource, header)]
    : [];
  const names = controllerNames(project, resource, controllerName);
  const controller =
    image === undefined
      ? [
          controllerFile(project, resource, header, controllerName),
          controllerTestFile(project, resource, header, controllerName),
        ]
      : imageControllerFiles(project, resource, header, image);
  const config: Scaffold = doResource
    ? apiConfig(project, resource, image && imageSampleSpec(image))
    : { files: [], insertions: [] };
  return {
    files: [
      { path: projectFile, content: printProject(project, projectText), ifExists: "replace" },
      ...types,
      ...(doController ? controller : []),
      ...config.files,
    ],
    insertions: [
      ...(doController ? setupInsertions({ name: names.add, module: names.setupModule }) : []),
      ...config.insertions,
    ],
    edits: image && doController ? [imageVariable(resource, image)] : [],
  };
}
