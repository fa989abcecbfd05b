/**
 * Generates roles from the rules of `@kubebuilder:rbac` markers: a ClusterRole, and a Role for each namespace in the markers. The rules have their
 * shortest form: rules that differ in only one field are merged, in the order of controller-gen: verbs, resources, groups, URLs.
 */
import type { PolicyRule, RoleRule } from "../markers/marker.ts";

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

/** The shortest list of rules with the same permissions. */
export function joinRules(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const single = rules.flatMap(splitResources).map(sortLists);
  const joined = joinedBy.reduce<readonly PolicyRule[]>((before, aspect) => joinBy(before, aspect), single);
  return joined
    .map((rule) => (rule.verbs.includes("*") ? { ...rule, verbs: ["*"] } : rule))
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

const joinedBy: readonly (keyof PolicyRule)[] = ["verbs", "resources", "groups", "urls"];
const aspects: readonly (keyof PolicyRule)[] = ["groups", "resources", "resourceNames", "urls", "verbs"];

/** One rule for each resource, so that resources with the same verbs are merged, also across markers. */
function splitResources(rule: PolicyRule): readonly PolicyRule[] {
  return rule.resources.length === 0 ? [rule] : rule.resources.map((resource) => ({ ...rule, resources: [resource] }));
}

function joinBy(rules: readonly PolicyRule[], aspect: keyof PolicyRule): readonly PolicyRule[] {
  const others = aspects.filter((each) => each !== aspect);
  const groups = Map.groupBy(rules, (rule) => JSON.stringify(others.map((other) => rule[other])));
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [sortLists({ ...first, [aspect]: same.flatMap((rule) => rule[aspect]) })];
  });
}

function sortLists(rule: PolicyRule): PolicyRule {
  const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].toSorted();
  return {
    // "core" is a common name for the group whose name is empty.
    groups: sorted(rule.groups.map((group) => (group === "core" ? "" : group))),
    resources: sorted(rule.resources),
    resourceNames: sorted(rule.resourceNames),
    urls: sorted(rule.urls),
    verbs: sorted(rule.verbs),
  };
}

function orderOf({ groups, resources, resourceNames, urls }: PolicyRule): string {
  return [groups, resources, resourceNames, urls].map((values) => values.join("&")).join(" + ");
}
