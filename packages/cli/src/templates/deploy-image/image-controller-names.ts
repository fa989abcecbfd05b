/** What the code of a controller is called that runs an image, beside what every controller's is. */
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
  /** The environment variable that says which image is run: `MEMCACHED_IMAGE`. */
  readonly environment: string;
  /** Of the containers and of what they are labelled with: `memcached`. */
  readonly container: string;
  /** The module of the kind's types, as the controller names it. */
  readonly typesModule: string;
  /** `MemcachedStatus` */
  readonly status: string;
  /** The module that makes the Deployment: `internal/controller/memcached-deployment.ts`. */
  readonly deploymentPath: string;
  /** The module that makes the status. */
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

/** The environment variable that says which image a kind runs, by kubebuilder's rule. */
export function environmentOf({ kind }: Resource): string {
  return `${kind.toUpperCase()}_IMAGE`;
}

/** What these files declare, so that a kind of such a name gets another one in them. */
const taken: ReadonlySet<string> = new Set(
  (
    "AbortSignal ConditionUpdate Deployment EventNote EventRecorder Found Hindrance Required Stored " +
    "available conditions controllerName created crd current defaultImage degraded deployment deploymentFor error events failure failureOf finalizer found " +
    "hindrance image key kept labels list message name namespace nowMs observedGeneration outcome process reason sample scaled seen size " +
    "statusOf stranger there wanted"
  ).split(" "),
);
