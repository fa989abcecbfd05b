/** Whether the selectors of a cache select an object. */
import { matchesFields, matchesLabels, parseFieldSelector, parseLabelSelector } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";

/**
 * Whether the cache contains `object`, as far as the object shows it. A field selector may name a field for which the server has a default, so an
 * absent field counts as selected.
 */
export function isSelected(
  object: Stored,
  selectors: { readonly labelSelector?: string | undefined; readonly fieldSelector?: string | undefined },
): boolean {
  const { labelSelector = "", fieldSelector = "" } = selectors;
  if (labelSelector !== "" && !matchesLabels(parseLabelSelector(labelSelector), object.metadata.labels)) return false;
  const known = parseFieldSelector(fieldSelector).filter(({ field }) => fieldOf(object, field) !== undefined);
  return matchesFields(known, (field) => fieldOf(object, field));
}

/** The value of a field as the server compares it; undefined if the object has no such scalar. */
function fieldOf(object: Stored, field: string): string | undefined {
  let value: unknown = object;
  for (const name of field.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name]; // An own property of an object.
  }
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}
