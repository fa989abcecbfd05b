/** Cells that several kinds have. */
import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import type { LabelSelector } from "@kubewright/apimachinery";
import { compileLabelSelector, formatLabelSelector } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { View } from "./typed.ts";

/** The names and images of a template's containers. */
export function containerCells(template: View<PodTemplateSpec> | undefined): { Containers: string; Images: string } {
  const containers = template?.spec?.containers ?? [];
  return {
    Containers: containers.map(({ name = "" }) => name).join(","),
    Images: containers.map(({ image = "" }) => image).join(","),
  };
}

/** `a=b,c=d` in the order of the keys, `<none>` for no labels. */
export function labelsText(labels: { readonly [key: string]: string } | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? "<none>" : pairs.toSorted().join(",");
}

/** `a=b,c in (d,e)`, `<none>` for a selector of everything. */
export function selectorText(selector: View<LabelSelector> | undefined): string {
  if (selector === undefined) return "<none>";
  try {
    // Validation has checked the parts of stored selectors.
    const text = formatLabelSelector(compileLabelSelector(selector as LabelSelector));
    return text === "" ? "<none>" : text;
  } catch {
    // Selectors of kinds without validation may be malformed. The reference prints the same.
    return "<error>";
  }
}

/** The name of a class, marked if an annotation makes it the default class. */
export function nameWithDefault(object: ReadonlyObject, ...annotations: readonly string[]): string {
  const { name = "", annotations: own = {} } = object.metadata;
  return annotations.some((annotation) => own[annotation] === "true") ? `${name} (default)` : name;
}

/** At most three items, and the number of the others. */
export function firstThree(texts: readonly string[], empty: string): string {
  if (texts.length === 0) return empty;
  const shown = texts.slice(0, 3).join(",");
  return texts.length > 3 ? `${shown} + ${texts.length - 3} more...` : shown;
}
