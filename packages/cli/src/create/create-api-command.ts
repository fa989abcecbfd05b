/** `kubewright create api`: adds a kind with its types and a controller, or one of the two. */
import type { CommandContext } from "../command.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { assertPluginsNamed } from "../plugins/plugin-names.ts";
import { apiFolderOf, groupOf, kebabCase, typesFileOf } from "../project/derived-names.ts";
import { checkName } from "../project/names.ts";
import { withDeployImage } from "../project/deploy-image.ts";
import { openProject } from "../project/open-project.ts";
import { isSameGroup, withResource } from "../project/project.ts";
import type { Project, Resource } from "../project/project.ts";
import { applyScaffold } from "../scaffold/apply-scaffold.ts";
import { apiScaffold } from "../templates/create-api.ts";
import { imageControllerNames } from "../templates/deploy-image/image-controller-names.ts";
import { controllerNames } from "../templates/internal/controller-names.ts";
import { changePackageJson } from "./change-package-json.ts";
import { findCoreKind } from "./core-kinds.ts";
import { runGenerateScripts } from "./run-generate-scripts.ts";
import { checkImageKind, imageOfFlags } from "./image-of-flags.ts";
import type { ImageFlags } from "./image-of-flags.ts";
import { assertModuleExists, existingResource, ownResource } from "./resource-of-flags.ts";
import type { KindFlags } from "./resource-of-flags.ts";

export interface CreateApiFlags extends KindFlags, ImageFlags {
  /** Default: a prompt, or false if the project has it already. */
  readonly resource?: boolean;
  readonly controller?: boolean;
  readonly controllerName?: string;
  readonly namespaced?: boolean;
  readonly ssa: boolean;
  readonly make: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly verbose?: boolean;
}

/**
 * @param context The version is that of the Kubewright packages.
 * @throws {CommandError} if a name is invalid, the kind exists already or cannot be found, or files exist.
 */
export async function runCreateApi(
  flags: CreateApiFlags,
  { io, version, plugins }: Pick<CommandContext, "io" | "version" | "plugins">,
): Promise<void> {
  const { project, text, header, folder } = await openProject(io);
  assertPluginsNamed(project, flags.plugins);
  const image = imageOfFlags(flags);
  const choice = image ? { doResource: true, doController: true } : await choose(project, flags, io);
  const resource = choice.doResource ? newResource(project, flags) : await existingResource(project, flags);
  await assertModuleExists(resource, folder);
  const planned = choice.doController ? withController(resource, flags.controllerName) : resource;
  const grown = withResource(project, planned);
  if (image) checkImageKind(grown, planned);
  const changed = choice.doResource ? withDeployImage(grown, planned, image?.texts) : grown;
  const { controllerName } = flags;
  const scaffold = apiScaffold(changed, planned, {
    header,
    projectText: text,
    ...choice,
    ...(controllerName !== undefined && { controllerName }),
    ...(image && { image: image.image }),
  });
  const { module } = planned;
  const { files, byHand } = await changePackageJson(folder, {
    dependencies: [...(module === undefined ? [] : [module]), ...(flags.ssa ? [`@kubewright/schema@${version}`] : [])],
    ...(flags.ssa && { generator: "applyconfiguration" }),
  });

  await applyScaffold(
    io.cwd,
    { ...scaffold, files: [...scaffold.files, ...files] },
    { io, force: flags.force, dryRun: flags.dryRun, verbose: flags.verbose, extend: plugins?.extend },
  );
  if (flags.dryRun) return;
  const generateStep = await runGenerateScripts(io, { make: flags.make, hasNewPackages: files.length > 0 });
  const steps = image ? imageSteps(changed, planned) : ownSteps(changed, planned, choice, controllerName);
  const last = [generateStep, "try it with make test, and make install run"];
  io.out(`Next:\n${[...byHand, ...steps, ...last].map((step) => `  - ${step}\n`).join("")}`);
}

interface Choice {
  readonly doResource: boolean;
  readonly doController: boolean;
}

async function choose(project: Project, flags: CreateApiFlags, io: Io): Promise<Choice> {
  const external = flags.externalApiPath !== undefined;
  if (external && flags.resource === true) {
    throw new CommandError(
      "Cannot use --external-api-path with --resource: the types belong to another project: expected --resource=false",
    );
  }
  const core = external ? undefined : await findCoreKind(flags);
  const doResource =
    flags.resource ??
    (external || core ? false : await yesOrNo(io, "Create the types of the resource", "--resource=false"));
  const doController =
    flags.controller ??
    (hasController(project, flags) ? false : await yesOrNo(io, "Create a controller", "--controller=false"));
  if (flags.ssa && !doResource) {
    throw new CommandError(
      "Cannot use --ssa: it applies to the types of the kind, which are not written: expected --resource",
    );
  }
  if (!doResource && !doController) {
    throw new CommandError("Nothing to create: expected --resource or --controller");
  }
  return { doResource, doController };
}

/** The controller may belong to another version of the kind: one controller reconciles all versions. */
function hasController(project: Project, { group, kind, controllerName }: CreateApiFlags): boolean {
  if (controllerName !== undefined) return false;
  return project.resources.some(
    (each) => (each.group ?? "") === group && each.kind === kind && each.controller === true,
  );
}

/** Yes by default: on Enter, without a terminal, and if other input is waiting in it. `flag` is the flag for no. */
async function yesOrNo({ ask, out }: Io, question: string, flag: string): Promise<boolean> {
  const assume = (why: string): void => out(`${question}: yes, because ${why}; ${flag} is no\n`);
  if (!ask) {
    assume("there is no terminal");
    return true;
  }
  for (;;) {
    const typed = await ask(`${question} [Y/n] `);
    if (typed === undefined) assume("other input is waiting");
    const answer = typed?.trim().toLowerCase() ?? "";
    if (["", "y", "yes"].includes(answer)) return true;
    if (["n", "no"].includes(answer)) return false;
  }
}

function newResource(project: Project, flags: CreateApiFlags): Resource {
  const resource = ownResource(project, flags);
  if (resource.api && !flags.force) {
    throw new CommandError(
      `Cannot create ${resource.kind} ${resource.version}: the project has it already: expected --resource=false, or --force to overwrite it`,
    );
  }
  const group = groupOf(resource);
  if (!group.includes(".")) {
    throw new CommandError(
      `Cannot use --group: "${flags.group}": the API group would be "${group}", which has no dot: expected a name such as ${group}.example.com, or a domain in PROJECT`,
    );
  }
  const own = project.resources.filter((each) => each.api !== undefined);
  const other = own.find((each) => !isSameGroup(each, resource));
  if (project.multigroup !== true && other && !own.some((each) => isSameGroup(each, resource))) {
    throw new CommandError(
      `Cannot use --group: "${flags.group}": the project has the group "${other.group ?? ""}": for a second one, run "kubewright edit --multigroup" first`,
    );
  }
  const version = own.find((each) => isSameGroup(each, resource) && each.kind === resource.kind);
  return withVersion(resource, version, flags);
}

/** Every version of a kind has the same plural and the same scope. */
function withVersion(
  resource: Resource,
  other: Resource | undefined,
  { namespaced, ssa }: Pick<CreateApiFlags, "namespaced" | "ssa">,
): Resource {
  const isNamespaced = namespaced ?? (other ? other.api?.namespaced === true : true);
  if (other && isNamespaced !== (other.api?.namespaced === true)) {
    throw new CommandError(
      `Cannot use --namespaced: ${resource.kind} ${other.version} ${other.api?.namespaced === true ? "is" : "is not"} namespaced: expected all versions to have the same scope`,
    );
  }
  const plural = resource.plural ?? other?.plural;
  return {
    ...resource,
    ...(plural === undefined ? {} : { plural }),
    api: { crdVersion: "v1", ...(isNamespaced && { namespaced: true }), ...(ssa && { ssa }) },
  };
}

function withController(resource: Resource, name: string | undefined): Resource {
  if (name === undefined) return { ...resource, controller: true };
  checkName("controller name", name, "--controller-name");
  const controllers = resource.controllers ?? [];
  if (name === kebabCase(resource.kind)) {
    throw new CommandError(`Cannot use --controller-name: "${name}" is the default controller of the kind: omit it`);
  }
  return controllers.some((each) => each.name === name)
    ? resource
    : { ...resource, controllers: [...controllers, { name }] };
}

function ownSteps(
  project: Project,
  resource: Resource,
  { doResource, doController }: Choice,
  controllerName?: string,
): readonly string[] {
  const types = `${apiFolderOf(project, resource)}/${typesFileOf(resource)}`;
  return [
    ...(doResource ? [`describe ${resource.kind} in ${types}`, ...storageSteps(project, resource)] : []),
    ...(doController ? [`implement the controller in ${controllerNames(project, resource, controllerName).path}`] : []),
  ];
}

/** How to change the storage version, for a further version of a kind. */
function storageSteps(project: Project, resource: Resource): readonly string[] {
  const first = project.resources.find(
    (each) => each.api && isSameGroup(each, resource) && each.kind === resource.kind,
  );
  if (first === undefined || first.version === resource.version) return [];
  return [
    `to store ${resource.version}, move the marker @kubebuilder:storageversion to ${apiFolderOf(project, resource)}/${typesFileOf(resource)}`,
    `to convert between the versions, run "kubewright create webhook --conversion" with the storage version`,
  ];
}

/** The kind works without changes; these are the places to edit. */
function imageSteps(project: Project, resource: Resource): readonly string[] {
  const { deploymentPath, environment } = imageControllerNames(project, resource);
  return [`configure its Pods in ${deploymentPath}`, `config/manager/manager.yaml sets the image in ${environment}`];
}
