/** What the flags of `create api` say of an image that the kind runs. */
import { CommandError } from "../io.ts";
import { ownPlugins } from "../plugins/plugin-names.ts";
import { deployImageOf, deployImagePlugin, readDeployImage } from "../project/deploy-image.ts";
import type { DeployImage, DeployImageTexts } from "../project/deploy-image.ts";
import { isNamespaced } from "../project/derived-names.ts";
import { isSameGroup, isSameKind, layout } from "../project/project.ts";
import type { Project, Resource } from "../project/project.ts";
import { environmentOf } from "../templates/deploy-image/image-controller-names.ts";

/** `--image` is all that is needed; the others say more of it. */
export interface ImageFlags {
  readonly image?: string;
  readonly imageContainerCommand?: string;
  readonly imageContainerPort?: string;
  readonly runAsUser?: string;
  /** With commas between. kubebuilder's way to ask for it is to name the plugin. */
  readonly plugins?: string;
}

/** What goes along with them, or does not. */
interface OtherFlags {
  readonly resource?: boolean;
  readonly controller?: boolean;
  readonly controllerName?: string;
  readonly namespaced?: boolean;
  readonly externalApiPath?: string;
}

export interface FlaggedImage {
  readonly image: DeployImage;
  /** As PROJECT keeps it. */
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
 * @throws {CommandError} when a flag is wrong, or there are others that do not go with it.
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
    if (found) throw new CommandError(`Cannot use ${found[0]}: it goes with --image, which is not there`);
    return undefined;
  }
  refuseOthers(flags);
  const texts = { image, containerCommand, containerPort, runAsUser };
  return { image: readDeployImage(texts, (text) => flagOf[text]), texts };
}

function refuseOthers({ resource, controller, controllerName, namespaced, externalApiPath }: OtherFlags): void {
  const others: readonly (readonly [flag: string, isThere: boolean, reason: string])[] = [
    ["--resource=false", resource === false, "the kind is made for its image"],
    ["--controller=false", controller === false, "the controller is what runs the image"],
    ["--controller-name", controllerName !== undefined, "the controller is the kind's own"],
    ["--namespaced=false", namespaced === false, "its Deployment lives in the namespace of its object"],
    ["--external-api-path", externalApiPath !== undefined, "the types are another project's"],
  ];
  const found = others.find(([, isThere]) => isThere);
  if (found) throw new CommandError(`Cannot use ${found[0]} with --image: ${found[2]}: leave one of them out`);
}

/**
 * Whether a kind can run an image in this project.
 *
 * @throws {CommandError} when its objects have no namespace, another version has its controller, or another kind its variable.
 */
export function checkImageKind(project: Project, resource: Resource): void {
  const { kind, version } = resource;
  if (!isNamespaced(resource)) {
    throw new CommandError(
      `Cannot use --image: objects of ${kind} live in no namespace, where the Deployment of each would be: expected a kind in namespaces`,
    );
  }
  const others = project.resources.filter((each) => !isSameKind(each, resource));
  const sibling = others.find((each) => isSameGroup(each, resource) && each.kind === kind && each.controller === true);
  if (sibling) {
    throw new CommandError(
      `Cannot use --image: ${kind} ${sibling.version} has the controller of the kind, and one is enough for all versions: expected ${kind} ${version} without an image`,
    );
  }
  const namesake = others.find(
    (each) => environmentOf(each) === environmentOf(resource) && deployImageOf(project, each) !== undefined,
  );
  if (namesake) {
    throw new CommandError(
      `Cannot use --image: ${environmentOf(resource)} names the image of ${namesake.kind} in the group "${namesake.group ?? ""}": expected a kind of another name`,
    );
  }
}
