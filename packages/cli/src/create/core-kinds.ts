/** The kinds that Kubernetes brings along, by the names that users give their groups. */
import type { Resource } from "../project/project.ts";

/** What is looked for. */
interface CoreKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** kubebuilder takes the groups of Kubernetes without their domain, and calls the group without a name `core`. */
const domain = "k8s.io";

/** The resource of a built-in kind, or undefined when there is none of these names. `networking` and `networking.k8s.io` are the same group. */
export async function findCoreKind({ group, version, kind }: CoreKind): Promise<Resource | undefined> {
  const { builtinTypes } = await import("@kubewright/api");
  const wanted = group === "core" ? [""] : [group, `${group}.${domain}`];
  const found = builtinTypes.find(
    (type) => wanted.includes(type.group) && type.version === version && type.kind === kind,
  );
  if (!found) return undefined;
  const isShort = found.group !== "" && found.group.endsWith(`.${domain}`);
  return {
    ...(found.group === "" ? {} : { group: isShort ? found.group.slice(0, -domain.length - 1) : found.group }),
    ...(isShort ? { domain } : {}),
    version,
    kind,
    path: `@kubewright/api/${found.group === "" ? "core" : found.group}/${version}`,
    core: true,
  };
}
