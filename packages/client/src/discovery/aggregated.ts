// Aggregated discovery: an APIGroupDiscoveryList of apidiscovery.k8s.io/v2 contains every version of every group.

import { apiVersionOf } from "@kubewright/apimachinery";
import type { JsonObject } from "@kubewright/apimachinery";

import type { DiscoveredResource, DiscoveredResources } from "./discovery.ts";
import { fieldOf, objectsOf, textOf, textsOf } from "./fields.ts";

/** Whether a response is in the aggregated form. */
export function isAggregated(document: unknown): boolean {
  return textOf(document, "kind") === "APIGroupDiscoveryList";
}

/** The resources of an APIGroupDiscoveryList. The order of a group's versions is the order of preference. */
export function aggregatedResources(document: unknown): DiscoveredResources {
  const resources: DiscoveredResource[] = [];
  const incomplete: string[] = [];
  for (const item of objectsOf(document, "items")) {
    const group = textOf(fieldOf(item, "metadata"), "name");
    for (const [index, entry] of objectsOf(item, "versions").entries()) {
      const version = textOf(entry, "version");
      // "Stale": the aggregated API server of this version does not respond, and the resources are from its last response.
      if (textOf(entry, "freshness") === "Stale") incomplete.push(apiVersionOf(group, version));
      for (const resource of objectsOf(entry, "resources")) {
        const found = resourceOf(resource, { group, version, preferred: index === 0 });
        if (found !== undefined) resources.push(found);
      }
    }
  }
  return { resources, incomplete };
}

function resourceOf(
  entry: JsonObject,
  served: { readonly group: string; readonly version: string; readonly preferred: boolean },
): DiscoveredResource | undefined {
  const plural = textOf(entry, "resource");
  const kind = textOf(fieldOf(entry, "responseKind"), "kind");
  // A resource with subresources only has no kind.
  if (plural === "" || kind === "") return undefined;
  return {
    ...served,
    kind,
    plural,
    singular: textOf(entry, "singularResource"),
    namespaced: textOf(entry, "scope") === "Namespaced",
    verbs: textsOf(entry, "verbs"),
    shortNames: textsOf(entry, "shortNames"),
    categories: textsOf(entry, "categories"),
    subresources: objectsOf(entry, "subresources").map((subresource) => textOf(subresource, "subresource")),
  };
}
