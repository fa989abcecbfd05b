/** Which versions of a kind are converted to the one that the flags name, the hub; checked against PROJECT and the types. */
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
 * All other versions of the kind, by the order of PROJECT; none without `--conversion`. A definition has one way of conversion for all its versions, so
 * `--spoke` may say which they are, and none may be left out.
 *
 * @throws {CommandError} when a version is not there, is the hub itself, or is left out, or when the hub is not the version that is stored.
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
      `${cannot}: its definition is another project's, which converts it: expected a kind of this one`,
    );
  }
  const others = project.resources.filter(
    (each) => each.api && isSameGroup(hub, each) && each.kind === hub.kind && each.version !== hub.version,
  );
  if (others.length === 0) {
    throw new CommandError(
      `${cannot}: the project has no other version of it: make one with "kubewright create api" first`,
    );
  }
  const otherHub = others.find(({ webhooks }) => webhooks?.conversion === true);
  if (otherHub) {
    throw new CommandError(
      `${cannot}: PROJECT has ${otherHub.version} as its hub, and there is one: expected --version ${otherHub.version}`,
    );
  }
  if (versions !== undefined) checkSpokes(versions, others, hub);
  await checkStored(project, hub, others, (path) => folder.read(path));
  return others;
}

function checkSpokes(versions: string, others: readonly Resource[], { kind, version, webhooks }: Resource): void {
  const asked = versions.split(",").map((each) => checkName("version", each.trim(), "--spoke"));
  if (asked.includes(version)) {
    throw new CommandError(
      `Cannot use --spoke: "${version}" is the hub, which --version names: expected other versions`,
    );
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
      `Cannot use --spoke: ${kind} ${namesOf(left, ", ")} is left out, and would not be converted: expected --spoke ${namesOf(others, ",")}`,
    );
  }
}

/** The generator takes the stored version as the hub. Types that are not where they were laid out are left to it. */
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
      `Cannot convert ${hub.kind} to ${hub.version}: ${other.version} is the version that is stored, and so the hub: expected --version ${other.version}, or ${marker} moved from ${fileOf(other)} to ${fileOf(hub)}`,
    );
  }
  throw new CommandError(
    `Cannot convert ${hub.kind} to ${hub.version}: no version says that it is stored, which the hub is: expected ${marker} in ${fileOf(hub)}`,
  );
}

function namesOf(resources: readonly Resource[], between: string): string {
  return resources.map(({ version }) => version).join(between);
}
