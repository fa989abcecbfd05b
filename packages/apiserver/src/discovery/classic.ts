// Unaggregated discovery: one document for the groups, one per group version. https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
import { createHash } from "node:crypto";
import { apiVersionOf, parseApiVersion } from "@kubewright/apimachinery";
import type { Registry, VersionedResource } from "../registry/registry.ts";
import type { ServedResource } from "../contracts/strategy.ts";
import type { Subresource } from "../contracts/subresource.ts";

/** GET /api. */
export function coreVersions(registry: Registry): object {
  return {
    kind: "APIVersions",
    versions: registry.versions(""),
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: "127.0.0.1" }],
  };
}

/** GET /apis. */
export function groupList(registry: Registry): object {
  const groups = registry.groups().filter((group) => group !== "");
  return { kind: "APIGroupList", apiVersion: "v1", groups: groups.map((group) => groupOf(registry, group)) };
}

/** GET /apis/{group}; `undefined` if the group does not exist. */
export function groupDocument(registry: Registry, group: string): object | undefined {
  if (group === "" || registry.versions(group).length === 0) return undefined;
  return { kind: "APIGroup", apiVersion: "v1", ...groupOf(registry, group) };
}

/** GET /api/{version} and /apis/{group}/{version}; `undefined` for an unknown version. */
export function resourceList(registry: Registry, group: string, version: string): object | undefined {
  const resources = registry.resources(group, version);
  if (resources.length === 0) return undefined;
  return {
    kind: "APIResourceList",
    ...(group === "" ? {} : { apiVersion: "v1" }),
    groupVersion: apiVersionOf(group, version),
    resources: resources.flatMap((resource) => [
      resourceOf(resource),
      ...subresourcesOf(resource).map((sub) => subresourceOf(resource, sub)),
    ]),
  };
}

/** The subresources that a resource has in this version: by name, of a custom resource `status` before `scale`. */
export function subresourcesOf(resource: VersionedResource): readonly Subresource[] {
  const offered = (resource.subresources ?? []).filter(
    ({ versions }) => versions === undefined || versions.includes(resource.version.name),
  );
  return resource.custom ? offered : offered.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function groupOf(registry: Registry, group: string): object {
  const versions = registry.versions(group).map((version) => ({ groupVersion: apiVersionOf(group, version), version }));
  return { name: group, versions, preferredVersion: versions[0] };
}

function resourceOf(resource: VersionedResource): object {
  const { plural, singular, namespaced, kind, verbs, shortNames = [], categories = [] } = resource;
  return {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    // A resource that cannot be watched is not stored.
    ...(verbs.includes("watch") ? { storageVersionHash: storageVersionHash(resource) } : {}),
  };
}

/** Changes with the storage version of a kind, which storage migrators detect. Clients only compare the value. */
function storageVersionHash({ storage }: ServedResource): string {
  const { group, version } = parseApiVersion(storage.apiVersion);
  return createHash("sha256").update(`${group}/${version}/${storage.kind}`).digest().subarray(0, 8).toString("base64");
}

function subresourceOf(resource: VersionedResource, subresource: Subresource): object {
  const name = `${resource.plural}/${subresource.name}`;
  const common = { name, singularName: "", namespaced: resource.namespaced };
  if (subresource.type === "object") return { ...common, kind: resource.kind, verbs: subresource.verbs };
  const { gvk, verbs } = subresource;
  const isOwn = gvk.group === resource.group && gvk.version === resource.version.name;
  return { ...common, ...(isOwn ? {} : { group: gvk.group, version: gvk.version }), kind: gvk.kind, verbs };
}
