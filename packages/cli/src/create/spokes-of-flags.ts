/** The versions of a kind to convert to the version of the flags, the hub; checked against PROJECT and the types. */
import { CommandError } from "../io.ts";
import { apiFolderOf, typesFileOf } from "../project/derived-names.ts";
import { checkName } from "../project/names.ts";
import type { OpenProject } from "../project/open-project.ts";
import { isSameGroup } from "../project/project.ts";
import type { Project, Resource } from "../project/project.ts";

export interface SpokeFlags {
  readonly conversion: boolean;
  readonly spoke?: string;
}

/**
 * All other versions of the kind, in the order of PROJECT; empty without `--conversion`. A CRD has one conversion for all its versions, so
 * `--spoke` may list them, but must not leave any out.
 *
 * @throws {CommandError} when a version does not exist, is the hub, or is left out, or when the hub is not the storage version.
 */
export async function spokesOfFlags(
  { conversion, spoke: versions }: SpokeFlags,
  { project, folder }: Pick<OpenProject, "project" | "folder">,
  hub: Resource,
): Promise<readonly Resource[]> {
  if (!conversion) return [];
  const cannot = `Cannot convert ${hub.kind} to ${hub.version}`;
  if (!hub.api) {
    throw new CommandError(
      `${cannot}: its CRD belongs to another project, which converts it: expected a kind of this project`,
    );
  }
  const others = project.resources.filter(
    (each) => each.api && isSameGroup(hub, each) && each.kind === hub.kind && each.version !== hub.version,
  );
  if (others.length === 0) {
    throw new CommandError(
      `${cannot}: the project has no other version of it: create one with "kubewright create api" first`,
    );
  }
  const otherHub = others.find(({ webhooks }) => webhooks?.conversion === true);
  if (otherHub) {
    throw new CommandError(
      `${cannot}: PROJECT has the hub ${otherHub.version}: expected --version ${otherHub.version}`,
    );
  }
  if (versions !== undefined) checkSpokes(versions, others, hub);
  await checkStored(project, hub, others, (path) => folder.read(path));
  return others;
}

function checkSpokes(versions: string, others: readonly Resource[], { kind, version, webhooks }: Resource): void {
  const asked = versions.split(",").map((each) => checkName("version", each.trim(), "--spoke"));
  if (asked.includes(version)) {
    throw new CommandError(`Cannot use --spoke: "${version}" is the hub of --version: expected other versions`);
  }
  const unknown = asked.find((each) => others.every((other) => other.version !== each));
  if (unknown !== undefined) {
    throw new CommandError(
      `Cannot use --spoke: the project has no ${kind} ${unknown}: expected ${namesOf(others, " or ")}`,
    );
  }
  const wanted = [...asked, ...(webhooks?.spoke ?? [])];
  const left = others.filter((each) => !wanted.includes(each.version));
  if (left.length > 0) {
    throw new CommandError(
      `Cannot use --spoke: ${kind} ${namesOf(left, ", ")} would not be converted: expected --spoke ${namesOf(others, ",")}`,
    );
  }
}

/** The generator uses the storage version as the hub. Types in other files than the scaffolded ones are checked by the generator. */
async function checkStored(
  project: Project,
  hub: Resource,
  others: readonly Resource[],
  read: (path: string) => Promise<string | undefined>,
): Promise<void> {
  const marker = "@kubebuilder:storageversion";
  const fileOf = (resource: Resource) => `${apiFolderOf(project, resource)}/${typesFileOf(resource)}`;
  const isMarked = async (resource: Resource) => (await read(fileOf(resource)))?.includes(marker);
  if ((await isMarked(hub)) !== false) return;
  for (const other of others) {
    if ((await isMarked(other)) !== true) continue;
    throw new CommandError(
      `Cannot convert ${hub.kind} to ${hub.version}: ${other.version} is the storage version, which must be the hub: expected --version ${other.version}, or ${marker} moved from ${fileOf(other)} to ${fileOf(hub)}`,
    );
  }
  throw new CommandError(
    `Cannot convert ${hub.kind} to ${hub.version}: there is no storage version, which must be the hub: expected ${marker} in ${fileOf(hub)}`,
  );
}

function namesOf(resources: readonly Resource[], between: string): string {
  return resources.map(({ version }) => version).join(between);
}
