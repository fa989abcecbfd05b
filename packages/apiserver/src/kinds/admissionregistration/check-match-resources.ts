/** Errors and defaults of match resources, which select the writes that a policy or binding applies to. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, flatMapInSteps, isPathSegmentName, joinedInSteps, repeatedIndexes } from "@kubewright/apimachinery";
import type { MatchResources } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { checkLabelSelector, invalidFor } from "../field-checks.ts";
import type { Draft } from "../typed.ts";
import { checkRule } from "./check-rule.ts";
import type { MatchResourcesView, NamedRuleView } from "./policy.ts";

const matchPolicies: readonly string[] = ["Equivalent", "Exact"];

/** Sets the defaults of match resources. */
export function defaultMatchResources(resources: Draft<MatchResources> | undefined): void {
  if (resources === undefined) return;
  resources.matchPolicy ??= "Equivalent";
  resources.namespaceSelector ??= {};
  resources.objectSelector ??= {};
  for (const rule of [...(resources.resourceRules ?? []), ...(resources.excludeResourceRules ?? [])])
    rule.scope ??= "*";
}

/** In steps, the errors of match resources that have their defaults. */
export function checkMatchResources(
  resources: MatchResourcesView | undefined,
  path: FieldPath,
): Work<readonly FieldError[]> {
  if (resources === undefined) return [];
  const { matchPolicy = "", resourceRules = [], excludeResourceRules = [] } = resources;
  return joinedInSteps([
    () =>
      matchPolicies.includes(matchPolicy)
        ? []
        : [field.notSupported(path.child("matchPolicy"), matchPolicy, matchPolicies)],
    () => checkLabelSelector(resources.namespaceSelector, path.child("namespaceSelector")),
    () => checkLabelSelector(resources.objectSelector, path.child("objectSelector")),
    () => checkRules(resourceRules, path.child("resourceRules")),
    () => checkRules(excludeResourceRules, path.child("excludeResourceRules")),
  ]);
}

function checkRules(rules: readonly NamedRuleView[], path: FieldPath): Work<readonly FieldError[]> {
  return flatMapInSteps(rules, (rule, index) =>
    joinedInSteps([
      () => checkNames(rule.resourceNames ?? [], path.index(index).child("resourceNames")),
      () => checkRule(rule, path.index(index)),
    ]),
  );
}

function checkNames(names: readonly string[], path: FieldPath): Work<readonly FieldError[]> {
  const repeated = repeatedIndexes(names);
  return flatMapInSteps(names, (name, index) => [
    ...invalidFor(path.index(index), name, isPathSegmentName(name)),
    ...(repeated.has(index) ? [field.duplicate(path.index(index), name)] : []),
  ]);
}
