/** Errors and defaults of rules, which select the writes that a webhook reviews, and of match resources, which do so for a policy or binding. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, flatMapInSteps, isPathSegmentName, joinedInSteps, repeatedIndexes } from "@kubewright/apimachinery";
import type { MatchResources } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { checkLabelSelector, checkRequired, checkSupported, invalidFor } from "../field-checks.ts";
import type { Draft } from "../typed.ts";
import type { MatchResourcesView, NamedRuleView, RuleView } from "./admission-kind.ts";

export const matchPolicies: readonly string[] = ["Equivalent", "Exact"];

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
  const { matchPolicy, resourceRules = [], excludeResourceRules = [] } = resources;
  return joinedInSteps([
    () => checkSupported(matchPolicy, matchPolicies, path.child("matchPolicy")),
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

const operations: readonly string[] = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const scopes: readonly string[] = ["*", "Cluster", "Namespaced"];

/** Errors of a rule at `path`. */
export function checkRule(rule: RuleView, path: FieldPath): readonly FieldError[] {
  const versions = rule.apiVersions ?? [];
  return [
    ...checkList(rule.operations ?? [], "operations", path.child("operations")),
    ...(rule.operations ?? []).flatMap((operation, index) =>
      checkSupported(operation, operations, path.child("operations").index(index)),
    ),
    ...checkList(rule.apiGroups ?? [], "API groups", path.child("apiGroups")),
    ...checkList(versions, "API versions", path.child("apiVersions")),
    ...versions.flatMap((version, index) => checkRequired(version, path.child("apiVersions").index(index))),
    ...checkResources(rule.resources ?? [], path.child("resources")),
    ...checkSupported(rule.scope, scopes, path.child("scope")),
  ];
}

/** Errors of a list that must not be empty, and in which `*` must be the only item. */
function checkList(values: readonly string[], what: string, path: FieldPath): readonly FieldError[] {
  if (values.length === 0) return [field.required(path, "")];
  if (values.length === 1 || !values.includes("*")) return [];
  return [field.invalid(path, values, `if '*' is present, must not specify other ${what}`)];
}

/** Resources and subresources: `pods`, `pods/status`, `pods/*`, each part may be a wildcard. An item must not cover another one. */
function checkResources(resources: readonly string[], path: FieldPath): readonly FieldError[] {
  if (resources.length === 0) return [field.required(path, "")];
  const errors: FieldError[] = [];
  const wholeResources = new Set<string>();
  const wholeSubresources = new Set<string>();
  let hasPlainResource = false;
  for (const [index, each] of resources.entries()) {
    if (each === "") {
      errors.push(field.required(path.index(index), ""));
      continue;
    }
    const slash = each.indexOf("/");
    if (slash === -1) {
      // The last one decides, as in the reference.
      hasPlainResource = each !== "*";
      continue;
    }
    const [resource, subresource] = [each.slice(0, slash), each.slice(slash + 1)];
    const present = [
      ...(wholeResources.has(resource) ? [`${resource}/*`] : []),
      ...(wholeSubresources.has(subresource) ? [`*/${subresource}`] : []),
    ];
    for (const covering of present) {
      errors.push(field.invalid(path.index(index), each, `if '${covering}' is present, must not specify ${each}`));
    }
    if (subresource === "*") wholeResources.add(resource);
    if (resource === "*") wholeSubresources.add(subresource);
  }
  if (resources.length > 1 && resources.includes("*/*")) {
    errors.push(field.invalid(path, resources, "if '*/*' is present, must not specify other resources"));
  }
  if (resources.includes("*") && hasPlainResource) {
    const text = "if '*' is present, must not specify other resources without subresources";
    errors.push(field.invalid(path, resources, text));
  }
  return errors;
}
