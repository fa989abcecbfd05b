/** All files of `kubewright create api`. */
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
  /** The header of code files; may be empty. */
  readonly header: string;
  /** The content of PROJECT. Unknown fields in it are kept. */
  readonly projectText: string;
  /** Whether the types are written; the resource may have them already. */
  readonly doResource: boolean;
  /** Whether a controller is written. */
  readonly doController: boolean;
  /** The name of an additional controller; absent for the default controller of the kind. */
  readonly controllerName?: string;
  /** The image that the kind runs. Absent: the author implements the controller. */
  readonly image?: DeployImage;
}

/** @param project The project including the resource. */
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
