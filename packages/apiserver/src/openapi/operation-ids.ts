/** The names of operations: `listAppsV1NamespacedDeployment`, and the tags of documents: `apps_v1`. */
import type { VersionedResource } from "../registry/registry.ts";

/** A resource or subresource at a path. */
export interface NamedPlace {
  readonly resource: VersionedResource;
  readonly subresource: string;
  readonly path: string;
  readonly everywhere?: true;
}

/** `listNamespacedDeployment`: the name without the group and version. */
export function operationName(
  { resource, subresource, everywhere, path }: NamedPlace,
  verb: string,
  suffix = "",
): string {
  const namespaced = resource.namespaced && everywhere === undefined ? "Namespaced" : "";
  const rest = path.endsWith("/{path}") ? "WithPath" : "";
  const scope = everywhere === undefined ? rest : "ForAllNamespaces";
  return `${verb}${namespaced}${resource.kind}${capitalized(subresource)}${suffix}${scope}`;
}

const verbs = ["connect", "create", "delete", "get", "list", "patch", "read", "replace", "watch"];

export interface OperationNames {
  readonly operationId: string;
  readonly tags: readonly string[];
}

/** The complete name of an operation. The group and version of its path come after the verb. */
export function operationNames(name: string, path: string): OperationNames {
  const verb = verbs.find((each) => name.startsWith(each)) ?? "";
  const rest = capitalized(name.slice(verb.length));
  const [first = "", ...parts] = path.split("/").filter((part) => part !== "");
  const [group = "", version] = first === "api" ? ["core", ...parts] : parts;
  if ((first !== "api" && first !== "apis") || group === "") {
    return { operationId: `${verb}${rest}`, tags: [words(first, first.startsWith("."))] };
  }
  const short = group.replace(/\.k8s\.io$/u, "");
  const tag = words(short, false);
  if (version === undefined) return { operationId: `${verb}${words(short, true)}${rest}`, tags: [tag] };
  const id = `${verb}${words(short, true)}${words(version, true)}${rest}`;
  return { operationId: id, tags: [`${tag}_${words(version, false)}`] };
}

/** A name without punctuation: `rbacAuthorization` of `rbac.authorization`. */
function words(text: string, isCapitalized: boolean): string {
  const [first = "", ...rest] = text.split(/[^\p{L}\p{Nd}_]+/u).filter((part) => part !== "");
  return [isCapitalized ? capitalized(first) : first, ...rest.map(capitalized)].join("");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
