/** Checks node affinity, Pod affinity and Pod anti-affinity. */
import type { FieldError, FieldPath, LabelSelector, Work } from "@kubewright/apimachinery";
import { append, field, flatMapInSteps, isLabelValue, joinedInSteps } from "@kubewright/apimachinery";
import type {
  Affinity,
  NodeAffinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
} from "@kubewright/api/core/v1";
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkLabelSelector,
  checkQualifiedName,
  invalidFor,
} from "../field-checks.ts";
import type { View } from "../typed.ts";

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

/** In steps. */
export function checkAffinity(affinity: View<Affinity> | undefined, path: FieldPath): Work<readonly FieldError[]> {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity ?? {};
  return joinedInSteps([
    () => (nodeAffinity === undefined ? [] : checkNodeAffinity(nodeAffinity, path.child("nodeAffinity"))),
    () => (podAffinity === undefined ? [] : checkPodAffinity(podAffinity, path.child("podAffinity"))),
    () => (podAntiAffinity === undefined ? [] : checkPodAffinity(podAntiAffinity, path.child("podAntiAffinity"))),
  ]);
}

const weightMax = 100;

function checkWeight(weight: number | undefined, path: FieldPath): readonly FieldError[] {
  const value = weight ?? 0;
  return value > 0 && value <= weightMax ? [] : [field.invalid(path, value, "must be in the range 1-100")];
}

function checkNodeAffinity(affinity: View<NodeAffinity>, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (affinity[required] !== undefined) {
    append(errors, checkNodeSelector(affinity[required], path.child(required)));
  }
  for (const [index, { weight, preference = {} }] of (affinity[preferred] ?? []).entries()) {
    const at = path.child(preferred).index(index);
    append(errors, checkWeight(weight, at.child("weight")));
    // A preference that no node satisfies is valid.
    append(errors, checkNodeTerm(preference, at.child("preference"), { withValues: false }));
  }
  return errors;
}

/** Checks a selector that a node must match. */
export function checkNodeSelector(selector: View<NodeSelector>, path: FieldPath): readonly FieldError[] {
  const at = path.child("nodeSelectorTerms");
  const terms = selector.nodeSelectorTerms ?? [];
  if (terms.length === 0) return [field.required(at, "must have at least one node selector term")];
  return terms.flatMap((term, index) => checkNodeTerm(term, at.index(index), { withValues: true }));
}

function checkNodeTerm(
  term: View<NodeSelectorTerm>,
  path: FieldPath,
  options: { readonly withValues: boolean },
): readonly FieldError[] {
  return [
    ...(term.matchExpressions ?? []).flatMap((requirement, index) =>
      checkNodeLabel(requirement, path.child("matchExpressions").index(index), options),
    ),
    ...(term.matchFields ?? []).flatMap((requirement, index) =>
      checkNodeField(requirement, path.child("matchFields").index(index)),
    ),
  ];
}

function checkNodeLabel(
  { key = "", operator, values = [] }: View<NodeSelectorRequirement>,
  path: FieldPath,
  { withValues }: { readonly withValues: boolean },
): readonly FieldError[] {
  const at = path.child("values");
  const checked = withValues ? values : [];
  return [
    ...checkNodeOperator(operator ?? "", values.length, path),
    ...checkQualifiedName(key, path.child("key")),
    ...checked.flatMap((value, index) => invalidFor(at.index(index), value, isLabelValue(value))),
  ];
}

function checkNodeOperator(operator: string, count: number, path: FieldPath): readonly FieldError[] {
  const at = path.child("values");
  switch (operator) {
    case "In":
    case "NotIn":
      return count > 0 ? [] : [field.required(at, "must be specified when `operator` is 'In' or 'NotIn'")];
    case "Exists":
    case "DoesNotExist":
      if (count === 0) return [];
      return [field.forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case "Gt":
    case "Lt":
      if (count === 1) return [];
      return [field.required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [field.invalid(path.child("operator"), operator, "not a valid selector operator")];
  }
}

/** Checks a field selector of nodes. The only supported field is the name. */
function checkNodeField(
  { key = "", operator, values = [] }: View<NodeSelectorRequirement>,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const at = path.child("values");
  if (operator !== "In" && operator !== "NotIn") {
    errors.push(field.invalid(path.child("operator"), operator ?? "", "not a valid selector operator"));
  } else if (values.length !== 1) {
    const text = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(field.required(at, text));
  }
  if (key !== "metadata.name") {
    return [...errors, field.invalid(path.child("key"), key, "not a valid field selector key")];
  }
  return [...errors, ...values.flatMap((value, index) => checkDnsSubdomain(value, at.index(index)))];
}

function checkPodAffinity(affinity: View<PodAffinity>, path: FieldPath): Work<readonly FieldError[]> {
  return joinedInSteps([
    () =>
      flatMapInSteps(affinity[required] ?? [], (term, index) => checkPodTerm(term, path.child(required).index(index))),
    () =>
      flatMapInSteps(affinity[preferred] ?? [], ({ weight, podAffinityTerm = {} }, index) => {
        const at = path.child(preferred).index(index);
        return joinedInSteps([
          () => checkWeight(weight, at.child("weight")),
          () => checkPodTerm(podAffinityTerm, at.child("podAffinityTerm")),
        ]);
      }),
  ]);
}

function checkPodTerm(term: View<PodAffinityTerm>, path: FieldPath): Work<readonly FieldError[]> {
  const { labelSelector, topologyKey = "", matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  const at = path.child("topologyKey");
  const mismatched = new Set(mismatchLabelKeys);
  return joinedInSteps([
    () => checkLabelSelector(labelSelector, path.child("labelSelector")),
    () => checkLabelSelector(term.namespaceSelector, path.child("namespaceSelector")),
    () => flatMapInSteps(term.namespaces ?? [], (name) => checkDnsLabel(name, path.child("namespace"))),
    () => checkLabelKeys(matchLabelKeys, labelSelector, path.child("matchLabelKeys")),
    () => checkLabelKeys(mismatchLabelKeys, labelSelector, path.child("mismatchLabelKeys")),
    () => checkNoSecondSelection(matchLabelKeys, labelSelector, path),
    () =>
      matchLabelKeys.flatMap((key, index) => {
        if (!mismatched.has(key)) return [];
        const text = "exists in both matchLabelKeys and mismatchLabelKeys";
        return [field.invalid(path.child("matchLabelKeys").index(index), key, text)];
      }),
    () => [
      ...(topologyKey === "" ? [field.required(at, "can not be empty")] : []),
      ...checkQualifiedName(topologyKey, at),
    ],
  ]);
}

/** Checks keys whose values on the Pod are added to the selector. */
export function checkLabelKeys(
  keys: readonly string[],
  selector: View<LabelSelector> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (keys.length === 0) return [];
  if (selector === undefined) return [field.forbidden(path, "must not be specified when labelSelector is not set")];
  return keys.flatMap((key, index) => checkQualifiedName(key, path.index(index)));
}

/**
 * The keys taken from the Pod's labels are already merged into the selector, so a key that the selector already had is in it
 * twice. kube-apiserver reports it at the term, with the index of the key.
 */
export function checkNoSecondSelection(
  keys: readonly string[],
  selector: View<LabelSelector> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  const selected = new Set(Object.keys(selector?.matchLabels ?? {}));
  const indexes = new Map(keys.map((key, index) => [key, index])); // The last index of each key.
  return (selector?.matchExpressions ?? []).flatMap(({ key = "" }) => {
    const index = selected.has(key) ? indexes.get(key) : undefined;
    selected.add(key);
    if (index === undefined) return [];
    return [field.invalid(path.index(index), key, "exists in both matchLabelKeys and labelSelector")];
  });
}
