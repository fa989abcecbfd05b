/** The built-in kinds of Kubernetes, by the group names that users write. */
import type { Resource } from "../project/project.ts";

/** The kind to look up. */
interface CoreKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** kubebuilder accepts the groups of Kubernetes without their domain, and names the core group `core`. */
const domain = "k8s.io";

/** The resource of a built-in kind, or undefined if it does not exist. `networking` and `networking.k8s.io` are the same group. */
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
