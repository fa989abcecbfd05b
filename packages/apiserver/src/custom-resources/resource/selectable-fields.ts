/** Field selectors of custom resources: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#crd-selectable-fields */
import { getOwn } from "@kubewright/apimachinery";
import type { FieldSelectorFields } from "../../registry/field-selectors.ts";
import { followJsonPath } from "@kubewright/schema";
import type { VersionView } from "../definition-view.ts";
import { schemaOfVersion } from "../definition-view.ts";

/** The selectable fields of all served versions. */
export function selectableFields(versions: readonly VersionView[]): FieldSelectorFields {
  const paths = new Map<string, readonly string[]>();
  for (const version of versions) {
    for (const { jsonPath = "" } of version.selectableFields ?? []) {
      const target = followJsonPath(jsonPath, schemaOfVersion(version) ?? {});
      if (typeof target === "object") paths.set(jsonPath.replace(/^\./, ""), target.names);
    }
  }
  return {
    labels: [...paths.keys()],
    valuesOf: (object) =>
      Object.fromEntries([...paths].map(([label, names]) => [label, textAt(object, names)] as const)),
  };
}

function textAt(object: unknown, names: readonly string[]): string {
  let current = object;
  for (const name of names) {
    if (typeof current !== "object" || current === null) return "";
    current = getOwn(current as { readonly [key: string]: unknown }, name);
  }
  return typeof current === "string" || typeof current === "number" || typeof current === "boolean"
    ? String(current)
    : "";
}
