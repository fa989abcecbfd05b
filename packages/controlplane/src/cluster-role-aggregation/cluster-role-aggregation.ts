/** Fills the rules of cluster roles such as `admin`, `edit` and `view` with those of the roles that their labels select. */
import { ClusterRole } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import type { PolicyRule } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { compileLabelSelector, isDeepEqual, matchesLabels } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { controllerManagedBy, enqueueRequestsFromMapFunc } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";

export const clusterRoleAggregationName = "clusterrole-aggregation-controller";

export function addClusterRoleAggregation(manager: Manager): void {
  const { client } = manager;
  // A change of any role may change every aggregating role. There are few, so all of them are reconciled.
  const aggregating = new Set<string>();
  const enqueueAggregating = enqueueRequestsFromMapFunc<ClusterRole>((object) => {
    if (object.read().aggregationRule) aggregating.add(object.key.name);
    return [...aggregating].map((name) => ({ name }));
  });

  controllerManagedBy(manager)
    .for(ClusterRole)
    .watches(ClusterRole, enqueueAggregating)
    .named(clusterRoleAggregationName)
    .complete(async ({ key: { name }, signal }) => {
      const role = await client.get(ClusterRole, { name }, { signal });
      if (!role?.aggregationRule) {
        aggregating.delete(name);
        return {};
      }
      const roles = await Array.fromAsync(client.list(ClusterRole, { signal }));
      const rules = aggregatedRules(role, roles);
      if (!isDeepEqual(rules, role.rules ?? [])) await client.update(ClusterRole, { ...role, rules }, { signal });
      return {};
    });
}

/** The rules of all roles that `role` selects, selector by selector, roles by name, each rule once. */
export function aggregatedRules(role: ClusterRole, roles: readonly Stored<ClusterRole>[]): readonly PolicyRule[] {
  const byName = roles.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  const rules: PolicyRule[] = [];
  for (const selector of role.aggregationRule?.clusterRoleSelectors ?? []) {
    const compiled = compileLabelSelector(selector);
    for (const selected of byName) {
      if (selected.metadata.name === role.metadata?.name || !matchesLabels(compiled, selected.metadata.labels))
        continue;
      for (const rule of selected.rules ?? []) {
        if (!rules.some((known) => isDeepEqual(known, rule))) rules.push(rule);
      }
    }
  }
  return rules;
}
