/**
 * The scheduling directives of a Pod with scheduling gates may become stricter, but not weaker or different.
 * https://kubernetes.io/docs/concepts/scheduling-eviction/pod-scheduling-readiness/#mutable-pod-scheduling-directives
 */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, getOwn, isDeepEqual } from "@kubewright/apimachinery";
import type { NodeSelectorRequirement, NodeSelectorTerm, PodSpec } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";

const required = "requiredDuringSchedulingIgnoredDuringExecution";

export function checkGatedPlacement(
  next: View<PodSpec>,
  before: View<PodSpec>,
  path: FieldPath,
): readonly FieldError[] {
  if (!isGated(before)) return [];
  return [...checkSelector(next, before, path.child("nodeSelector")), ...checkTerms(next, before, path)];
}

/** The spec without the fields that may change in a Pod with scheduling gates. */
export function withoutGatedPlacement(next: View<PodSpec>, before: View<PodSpec>): View<PodSpec> {
  if (!isGated(before)) return next;
  const { nodeSelector: _selector, affinity, ...rest } = next;
  const { nodeAffinity: _nodes, ...others } = affinity ?? {};
  return { ...rest, affinity: others };
}

function isGated({ schedulingGates = [] }: View<PodSpec>): boolean {
  return schedulingGates.length > 0;
}

function checkSelector(
  { nodeSelector: next = {} }: View<PodSpec>,
  { nodeSelector: before = {} }: View<PodSpec>,
  path: FieldPath,
): readonly FieldError[] {
  if (Object.entries(before).every(([key, value]) => getOwn(next, key) === value)) return [];
  return [field.invalid(path, next, "only additions to spec.nodeSelector are allowed (no mutations or deletions)")];
}

function checkTerms(next: View<PodSpec>, before: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  const oldTerms = termsOf(before) ?? [];
  const terms = termsOf(next);
  const at = path.child("affinity", "nodeAffinity", required, "nodeSelectorTerms");
  if (oldTerms.length > 0 && oldTerms.length !== (terms ?? []).length) {
    const text = "no additions/deletions to non-empty NodeSelectorTerms list are allowed";
    return [field.invalid(at, terms?.map(termInGo) ?? null, text)];
  }
  return oldTerms.flatMap((old, index) => {
    const term = terms?.[index] ?? {};
    if (hasOnlyAdditions(term, old)) return [];
    return [field.invalid(at.index(index), termInGo(term), "only additions are allowed (no mutations or deletions)")];
  });
}

/** `undefined` without such a list, which prints as null. */
function termsOf({ affinity }: View<PodSpec>): readonly View<NodeSelectorTerm>[] | undefined {
  const node = affinity?.nodeAffinity?.[required];
  return node === undefined ? undefined : (node.nodeSelectorTerms ?? []);
}

function hasOnlyAdditions(next: View<NodeSelectorTerm>, old: View<NodeSelectorTerm>): boolean {
  const lists = ["matchExpressions", "matchFields"] as const;
  const selectedNothing = lists.every((name) => (old[name] ?? []).length === 0);
  // A term without requirements matches no node, so that any requirement would be another meaning.
  if (selectedNothing) return lists.every((name) => (next[name] ?? []).length === 0);
  return lists.every((name) => {
    const before = old[name] ?? [];
    return isDeepEqual((next[name] ?? []).slice(0, before.length), before);
  });
}

/** A term as kube-apiserver prints it: with the Go names of its fields. */
function termInGo({ matchExpressions, matchFields }: View<NodeSelectorTerm>): unknown {
  return { MatchExpressions: requirementsInGo(matchExpressions), MatchFields: requirementsInGo(matchFields) };
}

function requirementsInGo(requirements: readonly View<NodeSelectorRequirement>[] | undefined): unknown {
  if (requirements === undefined) return null;
  return requirements.map(({ key = "", operator, values }) => ({
    Key: key,
    Operator: operator ?? "",
    Values: values ?? null,
  }));
}
