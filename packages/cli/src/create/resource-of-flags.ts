/** Finds the kind that the flags name: one of this project, a built-in kind, or one of another project. */
import { CommandError } from "../io.ts";
import { checkName } from "../project/names.ts";
import { isSameKind } from "../project/project.ts";
import type { Project, Resource } from "../project/project.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import { findCoreKind } from "./core-kinds.ts";

/** The flags of every `create` command that name the kind. */
export interface KindFlags {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural?: string;
  readonly externalApiPath?: string;
  readonly externalApiDomain?: string;
  readonly externalApiModule?: string;
}

/** The kind as one of this project, with checked names, and with its entry in PROJECT. */
export function ownResource(project: Project, { group, version, kind, plural }: KindFlags): Resource {
  if (group === "" && project.domain === undefined) {
    throw new CommandError("Cannot use --group: it is empty, and the project has no domain: expected a group");
  }
  const named: Resource = {
    ...(group === "" ? {} : { group: checkName("group", group, "--group") }),
    ...(project.domain === undefined ? {} : { domain: project.domain }),
    version: checkName("version", version, "--version"),
    kind: checkName("kind", kind, "--kind"),
    ...(plural === undefined ? {} : { plural: checkName("plural", plural, "--plural") }),
  };
  const known = project.resources.find((each) => isSameKind(each, named));
  return known ? { ...known, ...named } : named;
}

/**
 * The kind when its types exist already: in the project, in a module that the flags name, or in Kubernetes.
 *
 * @throws {CommandError} when it does not exist.
 */
export async function existingResource(project: Project, flags: KindFlags): Promise<Resource> {
  const { externalApiPath, externalApiDomain, externalApiModule } = flags;
  if (externalApiPath === undefined && (externalApiDomain ?? externalApiModule) !== undefined) {
    throw new CommandError("Cannot use --external-api-domain or --external-api-module: --external-api-path is missing");
  }
  if (externalApiPath !== undefined) return externalResource(project, flags, externalApiPath);
  const own = flags.group !== "" || project.domain !== undefined ? ownResource(project, flags) : undefined;
  if (own?.api) return own;
  const core = await findCoreKind(flags);
  if (core) return project.resources.find((each) => isSameKind(each, core)) ?? core;
  throw new CommandError(
    `Cannot find the kind ${flags.kind} of group "${flags.group}", version ${flags.version}: neither this project nor Kubernetes has it: ` +
      "expected --resource, or --external-api-path with the module that exports it",
  );
}

/** @throws {CommandError} when the module of an external kind is a file of the project that does not exist. */
export async function assertModuleExists({ external, path }: Resource, folder: ProjectFolder): Promise<void> {
  if (external !== true || path?.startsWith("./") !== true) return;
  if ((await folder.read(path.slice(2))) !== undefined) return;
  throw new CommandError(
    `Cannot use --external-api-path: "${path}" does not exist: "kubewright import CRD --output vendor" writes such a file`,
  );
}

function externalResource(project: Project, flags: KindFlags, path: string): Resource {
  const { externalApiDomain: domain, externalApiModule: module } = flags;
  const own = ownResource(project, flags);
  const { domain: _, ...rest } = own;
  return {
    ...rest,
    ...(domain === undefined ? {} : { domain: checkName("domain", domain, "--external-api-domain") }),
    external: true,
    path: checkName("path", path, "--external-api-path"),
    ...(module === undefined ? {} : { module: checkName("module", module, "--external-api-module") }),
  };
}
