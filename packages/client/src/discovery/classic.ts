// Classic discovery: `/api` has versions, `/apis` has groups with their versions, and each group-version has an APIResourceList.

import { parseApiVersion } from "@kubewright/apimachinery";

import type { DiscoveredResource } from "./discovery.ts";
import { fieldOf, objectsOf, textOf, textsOf } from "./fields.ts";

/** A group-version to request, in the form of `apiVersion`. */
export interface ClassicGroupVersion {
  readonly groupVersion: string;
  readonly preferred: boolean;
}

/** The group-versions of an APIVersions (from `/api`) or an APIGroupList (from `/apis`). */
export function classicGroupVersions(document: unknown): readonly ClassicGroupVersion[] {
  if (textOf(document, "kind") === "APIVersions") {
    return textsOf(document, "versions").map((groupVersion, index) => ({ groupVersion, preferred: index === 0 }));
  }
  return objectsOf(document, "groups").flatMap((group) => {
    const preferred = textOf(fieldOf(group, "preferredVersion"), "groupVersion");
    return objectsOf(group, "versions").map((version) => {
      const groupVersion = textOf(version, "groupVersion");
      return { groupVersion, preferred: groupVersion === preferred };
    });
  });
}

/** The resources of an APIResourceList; its entries `plural/name` are subresources of the entry `plural`. */
export function classicResources(
  document: unknown,
  groupVersion: string,
  preferred: boolean,
): readonly DiscoveredResource[] {
  const entries = objectsOf(document, "resources");
  const subresources = Map.groupBy(
    entries.map((entry) => textOf(entry, "name")).filter((name) => name.includes("/")),
    (name) => name.slice(0, name.indexOf("/")),
  );
  return entries
    .filter((entry) => !textOf(entry, "name").includes("/"))
    .map((entry) => {
      const plural = textOf(entry, "name");
      return {
        ...parseApiVersion(groupVersion),
        preferred,
        kind: textOf(entry, "kind"),
        plural,
        singular: textOf(entry, "singularName"),
        namespaced: fieldOf(entry, "namespaced") === true,
        verbs: textsOf(entry, "verbs"),
        shortNames: textsOf(entry, "shortNames"),
        categories: textsOf(entry, "categories"),
        subresources: (subresources.get(plural) ?? []).map((name) => name.slice(plural.length + 1)),
      };
    });
}
