/** The discovery documents of the served types, in the classic form that every client reads. */
import { apiVersionOf, kindOfType } from "@kubewright/apimachinery";
import type { ResourceType } from "@kubewright/apimachinery";
import { hasStatus, isCustom } from "./served-types.ts";

/** The document at a path: `/api`, `/apis`, a group, or a group and version. Undefined for other paths. */
export function discoveryDocument(
  types: readonly ResourceType[],
  [root, ...rest]: readonly string[],
): object | undefined {
  if (root === "version" && rest.length === 0) return { major: "1", minor: "36", gitVersion: "v1.36.3" };
  if (root === "api") {
    if (rest.length === 0) return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] };
    return rest.length === 1 ? resourceList(types, "", rest[0] ?? "") : undefined;
  }
  if (root !== "apis") return undefined;
  const [group, version] = rest;
  if (group === undefined) return { kind: "APIGroupList", apiVersion: "v1", groups: groupsOf(types) };
  if (version === undefined) {
    const found = groupsOf(types).find(({ name }) => name === group);
    return found && { kind: "APIGroup", apiVersion: "v1", ...found };
  }
  return rest.length === 2 ? resourceList(types, group, version) : undefined;
}

function groupsOf(types: readonly ResourceType[]): readonly { readonly name: string }[] {
  const groups = Map.groupBy(types, ({ group }) => group);
  groups.delete("");
  return Array.from(groups, ([name, members]) => {
    const names = [...new Set(members.map(({ version }) => version))];
    const versions = names.map((version) => ({ groupVersion: `${name}/${version}`, version }));
    return { name, versions, preferredVersion: versions[0] };
  });
}

function resourceList(types: readonly ResourceType[], group: string, version: string): object | undefined {
  const members = types.filter((type) => type.group === group && type.version === version);
  if (members.length === 0 && group !== "") return undefined;
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: apiVersionOf(group, version),
    resources: members.flatMap((type) => [
      entryOf(type, "", isCustom(type) ? customVerbs : builtinVerbs),
      ...(hasStatus(type) ? [entryOf(type, "/status", ["get", "patch", "update"])] : []),
    ]),
  };
}

const builtinVerbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const customVerbs = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];

function entryOf(type: ResourceType, suffix: "" | "/status", verbs: readonly string[]): object {
  const { plural, singular = type.kind.toLowerCase(), namespaced, shortNames, categories } = type;
  const { kind } = kindOfType(type);
  const entry = { name: `${plural}${suffix}`, namespaced, kind, verbs };
  if (suffix !== "") return { ...entry, singularName: "" };
  return { ...entry, singularName: singular, ...(shortNames && { shortNames }), ...(categories && { categories }) };
}
