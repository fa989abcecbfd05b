/**
 * The rules of a role in their shortest form: rules that differ in only one field are merged, in the order of controller-gen:
 * verbs, resources, groups, URLs. The rules and the lists in each rule are sorted.
 */

import type { PolicyRule } from "../markers/marker.ts";

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
