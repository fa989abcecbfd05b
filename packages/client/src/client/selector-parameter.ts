// A label selector as a query parameter.

import { compileLabelSelector, formatLabelSelector } from "@kubewright/apimachinery";
import type { LabelSelector } from "@kubewright/apimachinery";

/** `selector` in the query form; without a selector no parameter. */
export function selectorParameter(selector: string | LabelSelector | undefined): { readonly labelSelector?: string } {
  if (selector === undefined) return {};
  return {
    labelSelector: typeof selector === "string" ? selector : formatLabelSelector(compileLabelSelector(selector)),
  };
}
