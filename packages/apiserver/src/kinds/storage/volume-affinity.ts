/**
 * The node affinity of a PersistentVolume is immutable once it is set, except that deprecated labels of nodes may be replaced by their
 * successors. https://kubernetes.io/docs/reference/labels-annotations-taints/
 */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { NodeSelectorRequirement, NodeSelectorTerm, VolumeNodeAffinity } from "@kubewright/api/core/v1";
import { immutableMessage } from "../field-checks.ts";
import type { View } from "../typed.ts";

const replacements: ReadonlyMap<string, string> = new Map([
  ["failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"],
  ["failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"],
  ["beta.kubernetes.io/os", "kubernetes.io/os"],
  ["beta.kubernetes.io/arch", "kubernetes.io/arch"],
  ["beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type"],
]);

export function checkVolumeAffinity(
  next: View<VolumeNodeAffinity> | undefined,
  old: View<VolumeNodeAffinity> | undefined,
): readonly FieldError[] {
  if (old === undefined || isAllowedChange(next, old)) return [];
  const text = `${immutableMessage}, except for updating from beta label to GA`;
  return [field.invalid(fieldPath("nodeAffinity"), next === undefined ? null : affinityInGo(next), text)];
}

function isAllowedChange(next: View<VolumeNodeAffinity> | undefined, old: View<VolumeNodeAffinity>): boolean {
  const [terms, before] = [next?.required?.nodeSelectorTerms ?? [], old.required?.nodeSelectorTerms ?? []];
  if ((next?.required === undefined) !== (old.required === undefined) || terms.length !== before.length) return false;
  return terms.every((term, index) => {
    const { matchExpressions, matchFields } = before[index] ?? {};
    return areReplaced(term.matchExpressions, matchExpressions) && areReplaced(term.matchFields, matchFields);
  });
}

type Requirements = View<NodeSelectorTerm>["matchFields"];

function areReplaced(next: Requirements = [], old: Requirements = []): boolean {
  return next.length === old.length && next.every((requirement, index) => isReplaced(requirement, old[index] ?? {}));
}

function isReplaced(next: View<NodeSelectorRequirement>, old: View<NodeSelectorRequirement>): boolean {
  const key = replacements.get(old.key ?? "") === next.key ? next.key : old.key;
  return next.key === key && next.operator === old.operator && isDeepEqual(next.values ?? [], old.values ?? []);
}

/** The affinity as kube-apiserver prints it in errors. */
function affinityInGo({ required }: View<VolumeNodeAffinity>): object {
  if (required === undefined) return { Required: null };
  return { Required: { NodeSelectorTerms: nodeSelectorTermsInGo(required.nodeSelectorTerms) } };
}

/** The terms of a node selector as kube-apiserver prints them in errors. */
export function nodeSelectorTermsInGo(terms: readonly View<NodeSelectorTerm>[] | null | undefined): unknown {
  const shown = terms?.map(({ matchExpressions, matchFields }) => ({
    MatchExpressions: matchExpressions?.map(requirementInGo) ?? null,
    MatchFields: matchFields?.map(requirementInGo) ?? null,
  }));
  return shown ?? null;
}

function requirementInGo({ key = "", operator, values }: View<NodeSelectorRequirement>): object {
  return { Key: key, Operator: operator ?? "", Values: values ?? null };
}
