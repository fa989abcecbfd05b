/**
 * Completes selectors with labels of the Pod: a key in `matchLabelKeys` selects the Pod's value, and one in
 * `mismatchLabelKeys` all other values.
 */
import { getOwn } from "@kubewright/apimachinery";
import type { LabelSelector } from "@kubewright/apimachinery";
import type { Pod, PodAffinityTerm } from "@kubewright/api/core/v1";
import type { Draft } from "../typed.ts";

type Labels = { readonly [key: string]: string };

export function applyLabelKeys(pod: Draft<Pod>): void {
  const labels = pod.metadata?.labels ?? {};
  const { affinity, topologySpreadConstraints = [] } = pod.spec ?? {};
  for (const each of [affinity?.podAffinity, affinity?.podAntiAffinity]) {
    const preferred = each?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    const terms: readonly (Draft<PodAffinityTerm> | undefined)[] = [
      ...preferred.map(({ podAffinityTerm }) => podAffinityTerm),
      ...(each?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ];
    for (const term of terms) {
      if (term?.labelSelector === undefined) continue;
      complete(term.labelSelector, term.matchLabelKeys ?? [], "In", labels);
      complete(term.labelSelector, term.mismatchLabelKeys ?? [], "NotIn", labels);
    }
  }
  for (const { labelSelector, matchLabelKeys = [] } of topologySpreadConstraints) {
    if (labelSelector !== undefined) complete(labelSelector, matchLabelKeys, "In", labels);
  }
}

/** Keys without a label on the Pod are ignored. */
function complete(
  selector: Draft<LabelSelector>,
  keys: readonly string[],
  operator: "In" | "NotIn",
  labels: Labels,
): void {
  const added = keys.flatMap((key) => {
    const value = getOwn(labels, key);
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
  if (added.length > 0) selector.matchExpressions = [...(selector.matchExpressions ?? []), ...added];
}
