/** The controller and the sample that `create api --image` writes. */
import type { DeployImage } from "../../project/deploy-image.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { Edit, ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { managerVariable } from "../config/manager-variable.ts";
import { withHeader } from "../header.ts";
import { controllerCode } from "./controller.ts";
import { controllerTestCode } from "./controller-test.ts";
import { deploymentCode } from "./deployment.ts";
import { environmentOf, imageControllerNames } from "./image-controller-names.ts";
import { statusCode } from "./status.ts";

/** The controller, its modules, and its test. */
export function imageControllerFiles(
  project: Project,
  resource: Resource,
  header: string,
  image: DeployImage,
): readonly ScaffoldFile[] {
  const names = imageControllerNames(project, resource);
  const file = (path: string, code: string): ScaffoldFile => ({
    path,
    content: withHeader(header, code),
    ifExists: "refuse",
  });
  return [
    file(names.path, controllerCode(project, resource, names, image)),
    file(names.deploymentPath, deploymentCode(resource.kind, names, image)),
    file(names.statusPath, statusCode(resource.kind, names)),
    file(names.testPath, controllerTestCode(project, resource, names)),
  ];
}

/** The environment variable of the manager that sets the image. */
export function imageVariable(resource: Resource, { image }: DeployImage): Edit {
  return managerVariable(environmentOf(resource), image);
}

/** The `spec` of the sample. */
export function imageSampleSpec({ port }: DeployImage): readonly string[] {
  return ["size: 1", ...(port === undefined ? [] : [`containerPort: ${port}`])];
}
