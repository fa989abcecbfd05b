/** The names in the code of a controller that runs an image, in addition to those of every controller. */
import {
  apiFolderOf,
  controllerFolderOf,
  groupOf,
  kebabCase,
  relativeModule,
  typesFileOf,
} from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import { controllerNames } from "../internal/controller-names.ts";
import type { ControllerNames } from "../internal/controller-names.ts";

export interface ImageControllerNames extends ControllerNames {
  /** `cache.example.com/finalizer` */
  readonly finalizer: string;
  /** The environment variable that sets the image: `MEMCACHED_IMAGE`. */
  readonly environment: string;
  /** The name of the container and of its label: `memcached`. */
  readonly container: string;
  /** The import path of the kind's types from the controller. */
  readonly typesModule: string;
  /** `MemcachedStatus` */
  readonly status: string;
  /** The module that builds the Deployment: `internal/controller/memcached-deployment.ts`. */
  readonly deploymentPath: string;
  /** The module that builds the status. */
  readonly statusPath: string;
}

export function imageControllerNames(project: Project, resource: Resource): ImageControllerNames {
  const names = controllerNames(project, resource, undefined, taken);
  const folder = controllerFolderOf(project, resource);
  const container = resource.kind.toLowerCase();
  const file = `${folder}/${kebabCase(resource.kind)}`;
  return {
    ...names,
    finalizer: `${groupOf(resource)}/finalizer`,
    environment: environmentOf(resource),
    container,
    typesModule: relativeModule(folder, `${apiFolderOf(project, resource)}/${typesFileOf(resource)}`),
    status: `${resource.kind}Status`,
    deploymentPath: `${file}-deployment.ts`,
    statusPath: `${file}-status.ts`,
  };
}

/** The environment variable that sets the image of a kind, named as in kubebuilder. */
export function environmentOf({ kind }: Resource): string {
  return `${kind.toUpperCase()}_IMAGE`;
}

/** The names in these files. A kind with one of these names is imported under another one. */
const taken: ReadonlySet<string> = new Set(
  (
    "AbortSignal ConditionUpdate Deployment EventNote EventRecorder Found Problem Required Stored " +
    "available conditions controllerName created crd current defaultImage degraded deployment deploymentFor error events failure failureOf finalizer found " +
    "problem image key kept labels list message name namespace nowMs observedGeneration outcome process reason sample scaled seen size " +
    "ready statusOf stranger desired"
  ).split(" "),
);
