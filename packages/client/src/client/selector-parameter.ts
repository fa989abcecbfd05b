// A label selector as a query parameter.

import { compileLabelSelector, formatLabelSelector } from "@kubewright/apimachinery";
import type { LabelSelector } from "@kubewright/apimachinery";

/** The query parameter for `selector`, or no parameter without a selector. */
export function selectorParameter(selector: string | LabelSelector | undefined): { readonly labelSelector?: string } {
  if (selector === undefined) return {};
  return {
    labelSelector: typeof selector === "string" ? selector : formatLabelSelector(compileLabelSelector(selector)),
  };
}
