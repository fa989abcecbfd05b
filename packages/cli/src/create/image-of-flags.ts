/** Parses the image flags of `create api`. */
import { CommandError } from "../io.ts";
import { ownPlugins } from "../plugins/plugin-names.ts";
import { deployImageOf, deployImagePlugin, readDeployImage } from "../project/deploy-image.ts";
import type { DeployImage, DeployImageTexts } from "../project/deploy-image.ts";
import { isNamespaced } from "../project/derived-names.ts";
import { isSameGroup, isSameKind, layout } from "../project/project.ts";
import type { Project, Resource } from "../project/project.ts";
import { environmentOf } from "../templates/deploy-image/image-controller-names.ts";

/** `--image` is required by the other flags. */
export interface ImageFlags {
  readonly image?: string;
  readonly imageContainerCommand?: string;
  readonly imageContainerPort?: string;
  readonly runAsUser?: string;
  /** Comma-separated. kubebuilder enables the image flags with this plugin. */
  readonly plugins?: string;
}

/** Flags that may be incompatible with them. */
interface OtherFlags {
  readonly resource?: boolean;
  readonly controller?: boolean;
  readonly controllerName?: string;
  readonly namespaced?: boolean;
  readonly externalApiPath?: string;
}

export interface FlaggedImage {
  readonly image: DeployImage;
  /** As recorded in PROJECT. */
  readonly texts: DeployImageTexts;
}

const flagOf = {
  image: "--image",
  containerCommand: "--image-container-command",
  containerPort: "--image-container-port",
  runAsUser: "--run-as-user",
} as const satisfies Record<keyof DeployImageTexts, string>;

/**
 * Undefined without --image.
 *
 * @throws {CommandError} when a flag is invalid, or incompatible with another one.
 */
export function imageOfFlags(flags: ImageFlags & OtherFlags): FlaggedImage | undefined {
  const {
    image,
    imageContainerCommand: containerCommand,
    imageContainerPort: containerPort,
    runAsUser,
    plugins,
  } = flags;
  const isAsked = ownPlugins(plugins, [layout, deployImagePlugin]).includes(deployImagePlugin);
  if (image === undefined) {
    const more: readonly (readonly [flag: string, isThere: boolean])[] = [
      [flagOf.containerCommand, containerCommand !== undefined],
      [flagOf.containerPort, containerPort !== undefined],
      [flagOf.runAsUser, runAsUser !== undefined],
      [`--plugins ${deployImagePlugin}`, isAsked],
    ];
    const found = more.find(([, isThere]) => isThere);
    if (found) throw new CommandError(`Cannot use ${found[0]}: it requires --image`);
    return undefined;
  }
  rejectIncompatible(flags);
  const texts = { image, containerCommand, containerPort, runAsUser };
  return { image: readDeployImage(texts, (text) => flagOf[text]), texts };
}

function rejectIncompatible({ resource, controller, controllerName, namespaced, externalApiPath }: OtherFlags): void {
  const others: readonly (readonly [flag: string, isThere: boolean, reason: string])[] = [
    ["--resource=false", resource === false, "the types of the kind are required"],
    ["--controller=false", controller === false, "the controller runs the image"],
    ["--controller-name", controllerName !== undefined, "the image has the default controller of the kind"],
    ["--namespaced=false", namespaced === false, "the Deployment is in the namespace of the object"],
    ["--external-api-path", externalApiPath !== undefined, "the types belong to another project"],
  ];
  const found = others.find(([, isThere]) => isThere);
  if (found) throw new CommandError(`Cannot use ${found[0]} with --image: ${found[2]}: omit one of them`);
}

/**
 * Whether a kind can run an image in this project.
 *
 * @throws {CommandError} when its objects have no namespace, another version has its controller, or another kind has its variable.
 */
export function checkImageKind(project: Project, resource: Resource): void {
  const { kind, version } = resource;
  if (!isNamespaced(resource)) {
    throw new CommandError(
      `Cannot use --image: objects of ${kind} have no namespace for their Deployments: expected a namespaced kind`,
    );
  }
  const others = project.resources.filter((each) => !isSameKind(each, resource));
  const sibling = others.find((each) => isSameGroup(each, resource) && each.kind === kind && each.controller === true);
  if (sibling) {
    throw new CommandError(
      `Cannot use --image: ${kind} ${sibling.version} has the controller of the kind, which reconciles all versions: expected ${kind} ${version} without an image`,
    );
  }
  const namesake = others.find(
    (each) => environmentOf(each) === environmentOf(resource) && deployImageOf(project, each) !== undefined,
  );
  if (namesake) {
    throw new CommandError(
      `Cannot use --image: ${environmentOf(resource)} is already the image of ${namesake.kind} in the group "${namesake.group ?? ""}": expected a kind with another name`,
    );
  }
}
