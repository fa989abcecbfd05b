/** Warnings about deprecated labels of nodes, and about terms that select nodes. */
import { isLabelValue } from "@kubewright/apimachinery";
import type { FieldPath } from "@kubewright/apimachinery";
import type { NodeSelectorTerm } from "@kubewright/api/core/v1";
import { fieldWarning } from "./field-warning.ts";
import type { View } from "./typed.ts";

/** The deprecated labels, each with the end of its warning. https://kubernetes.io/docs/reference/labels-annotations-taints/ */
export const deprecatedLabels: ReadonlyMap<string, string> = new Map([
  ["beta.kubernetes.io/arch", 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ["beta.kubernetes.io/os", 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ["failure-domain.beta.kubernetes.io/region", 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ["failure-domain.beta.kubernetes.io/zone", 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ["beta.kubernetes.io/instance-type", 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ["app.kubernetes.io/created-by", "deprecated since v1.9"],
  ["scheduler.alpha.kubernetes.io/preferAvoidPods", "deprecated since v1.22; use Taints and Tolerations instead"],
  ["node-role.kubernetes.io/master", 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** The warnings about one term. `withValues` adds invalid label values: they are errors in required terms and warnings in preferred ones. */
export function nodeTermWarnings(
  { matchExpressions = [] }: View<NodeSelectorTerm>,
  path: FieldPath,
  { withValues }: { readonly withValues: boolean },
): readonly string[] {
  return matchExpressions.flatMap(({ key = "", values = [] }, index) => {
    const at = path.child("matchExpressions").index(index);
    const text = deprecatedLabels.get(key);
    return [
      ...(text === undefined ? [] : [fieldWarning(at.child("key"), `${key} is ${text}`)]),
      ...(withValues ? values : []).flatMap((value, valueIndex) =>
        isLabelValue(value).map((message) =>
          fieldWarning(at.child("values").index(valueIndex), `${value} is invalid, ${message}`),
        ),
      ),
    ];
  });
}
