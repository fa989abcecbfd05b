/** Roles and ClusterRoles: https://kubernetes.io/docs/reference/access-authn-authz/rbac/#role-and-clusterrole */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, flatMapInSteps, joinedInSteps, nameIsPathSegment } from "@kubewright/apimachinery";
import type { ClusterRole, PolicyRule, Role } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { checkLabelSelector } from "../field-checks.ts";
import { isWellFormed } from "../label-selectors.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";

const group = "rbac.authorization.k8s.io";

export const roleKind: BuiltinKind = builtinKind<Role>({
  group,
  plural: "roles",
  metadataChecks: { wholeOnUpdate: true },
  allowCreateOnUpdate: true,
  nullsEmptyLists: true,
  validateName: nameIsPathSegment,
  validate: (object) => checkRules(object.rules ?? [], true),
});

export const clusterRoleKind: BuiltinKind = builtinKind<ClusterRole>({
  group,
  plural: "clusterroles",
  metadataChecks: { wholeOnUpdate: true },
  allowCreateOnUpdate: true,
  nullsEmptyLists: true,
  validateName: nameIsPathSegment,
  validate: (object) =>
    joinedInSteps([() => checkRules(object.rules ?? [], false), () => checkAggregation(object.aggregationRule)]),
});

function checkRules(rules: readonly View<PolicyRule>[], isNamespaced: boolean): Work<readonly FieldError[]> {
  return flatMapInSteps(rules, (rule, index) => checkRule(rule, isNamespaced, fieldPath("rules").index(index)));
}

function checkRule(rule: View<PolicyRule>, isNamespaced: boolean, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const verbs = rule.verbs ?? [];
  if (verbs.length === 0) errors.push(field.required(path.child("verbs"), "verbs must contain at least one value"));
  if (nonResourceURLs.length > 0) {
    const urls = path.child("nonResourceURLs");
    if (isNamespaced) {
      errors.push(field.invalid(urls, nonResourceURLs, "namespaced rules cannot apply to non-resource URLs"));
    }
    if (apiGroups.length + resources.length + resourceNames.length > 0) {
      const text = "rules cannot apply to both regular resources and non-resource URLs";
      errors.push(field.invalid(urls, nonResourceURLs, text));
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    errors.push(field.required(path.child("apiGroups"), "resource rules must supply at least one api group"));
  }
  if (resources.length === 0) {
    errors.push(field.required(path.child("resources"), "resource rules must supply at least one resource"));
  }
  return errors;
}

function checkAggregation(rule: View<ClusterRole>["aggregationRule"]): Work<readonly FieldError[]> {
  if (rule === undefined) return [];
  const path = fieldPath("aggregationRule", "clusterRoleSelectors");
  const selectors = rule.clusterRoleSelectors ?? [];
  if (selectors.length === 0) {
    return [field.required(path, "at least one clusterRoleSelector required if aggregationRule is non-nil")];
  }
  return flatMapInSteps(selectors, (selector, index) =>
    joinedInSteps([
      () => checkLabelSelector(selector, path.index(index)),
      () => (isWellFormed(selector) ? [] : [field.invalid(path.index(index), null, "invalid label selector.")]),
    ]),
  );
}
