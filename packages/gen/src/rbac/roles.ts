/** Generates roles from the rules of `@kubebuilder:rbac` markers: a ClusterRole, and a Role for each namespace in the markers. */
import type { PolicyRule, RoleRule } from "../markers/marker.ts";
import { joinRules } from "./rules.ts";

/** The roles, sorted by namespace and name. `roleName` is the name for rules without one. */
export function rolesOf(given: readonly RoleRule[], roleName: string): readonly object[] {
  const rules = given.map(({ rule, namespace, roleName: name = roleName }) => ({ rule, namespace, name }));
  const byRole = Map.groupBy(rules, ({ namespace, name }) => JSON.stringify([namespace, name]));
  return [...byRole.values()]
    .toSorted(([a], [b]) => compare([a?.namespace, a?.name], [b?.namespace, b?.name]))
    .flatMap((members) => {
      const [first] = members;
      return first === undefined
        ? []
        : [roleOf(first.name, first.namespace, joinRules(members.map(({ rule }) => rule)))];
    });
}

function roleOf(name: string, namespace: string, rules: readonly PolicyRule[]): object {
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: namespace === "" ? "ClusterRole" : "Role",
    metadata: { name, ...(namespace !== "" && { namespace }) },
    rules: rules.map(({ groups, resources, resourceNames, urls, verbs }) => ({
      ...(groups.length > 0 && { apiGroups: groups }),
      ...(urls.length > 0 && { nonResourceURLs: urls }),
      ...(resourceNames.length > 0 && { resourceNames }),
      ...(resources.length > 0 && { resources }),
      verbs,
    })),
  };
}

function compare(a: readonly (string | undefined)[], b: readonly (string | undefined)[]): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
