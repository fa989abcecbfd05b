// Aggregated discovery: one document with an ETag, which newer clients request first.
// https://kubernetes.io/docs/concepts/overview/kubernetes-api/#aggregated-discovery
import { createHash } from "node:crypto";
import { headerOf } from "@kubewright/transport";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import { parseAccept } from "../negotiation/accept-clauses.ts";
import type { Registry, VersionedResource } from "../registry/registry.ts";
import type { Subresource } from "../contracts/subresource.ts";
import { subresourcesOf } from "./classic.ts";

/** The media type of the document. */
export const aggregatedType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Whether a client prefers the aggregated document: its `Accept` names this type before the unaggregated one. */
export function prefersAggregation(accept: string | undefined): boolean {
  if (accept === undefined || accept === "") return false;
  for (const { mediaType, parameters } of parseAccept(accept)) {
    if (!["application/json", "*/*", "application/*"].includes(mediaType)) continue;
    const [as, group, version] = ["as", "g", "v"].map((name) => parameters.get(name));
    if (as === undefined) return false;
    if (as === "APIGroupDiscoveryList" && group === "apidiscovery.k8s.io" && version === "v2") return true;
  }
  return false;
}

/** Serves `/api` (`core`) or `/apis` as an aggregated document. */
export function aggregatedDiscovery(registry: Registry, core: boolean, request: ServerRequest): ServerResponse {
  const groups = registry.groups().filter((group) => (group === "") === core);
  const document = {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items: groups.map((group) => groupOf(registry, group)),
  };
  const body = Buffer.from(JSON.stringify(document));
  const etag = `"${createHash("sha512").update(body).digest("hex").toUpperCase()}"`;
  const headers = { "cache-control": "public", vary: "Accept", etag };
  if (headerOf(request.headers, "if-none-match") === etag) return { status: 304, headers, body: new Uint8Array() };
  return { status: 200, headers: { ...headers, "content-type": aggregatedType }, body };
}

function groupOf(registry: Registry, group: string): object {
  return {
    metadata: group === "" ? {} : { name: group },
    versions: registry.versions(group).map((version) => ({
      version,
      resources: registry.resources(group, version).map((resource) => resourceOf(resource)),
      freshness: "Current",
    })),
  };
}

function resourceOf(resource: VersionedResource): object {
  const { plural, singular, namespaced, kind, verbs, shortNames = [], categories = [], custom, group } = resource;
  const subresources = subresourcesOf(resource).map((subresource) => subresourceOf(resource, subresource));
  return {
    resource: plural,
    responseKind: custom ? { group, version: resource.version.name, kind } : { group: "", version: "", kind },
    scope: namespaced ? "Namespaced" : "Cluster",
    singularResource: singular,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}

function subresourceOf(resource: VersionedResource, subresource: Subresource): object {
  if (subresource.type === "object") {
    const { group, kind, custom } = resource;
    const responseKind = custom ? { group, version: resource.version.name, kind } : { group: "", version: "", kind };
    return { subresource: subresource.name, responseKind, verbs: subresource.verbs };
  }
  const { group, version: kindVersion, kind } = subresource.gvk;
  const isOwn = group === resource.group && kindVersion === resource.version.name && !resource.custom;
  const responseKind = isOwn ? { group: "", version: "", kind } : { group, version: kindVersion, kind };
  return { subresource: subresource.name, responseKind, verbs: subresource.verbs };
}
