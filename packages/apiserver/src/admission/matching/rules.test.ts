import { expect, test } from "vitest";
import type { RuleView } from "../../kinds/admissionregistration/admission-kind.ts";
import { matchesRule } from "./rules.ts";

const pods = { group: "", version: "v1", resource: "pods" };
const namespaces = { group: "", version: "v1", resource: "namespaces" };
const nodes = { group: "", version: "v1", resource: "nodes" };

function rule(more: RuleView = {}): RuleView {
  return { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"], ...more };
}

test.for<readonly [patterns: readonly string[], resource: boolean, status: boolean]>([
  [["pods"], true, false],
  [["*"], true, false],
  [["pods/*"], true, true],
  [["pods/status"], false, true],
  [["*/status"], false, true],
  [["*/*"], true, true],
  [["nodes", "pods/log"], false, false],
])("the resources %j match pods: %j, and pods/status: %j", ([resources, resource, status]) => {
  const about = { operation: "CREATE", namespace: "n", name: "a" } as const;

  expect(matchesRule(rule({ resources }), { ...about, subresource: "" }, pods)).toBe(resource);
  expect(matchesRule(rule({ resources }), { ...about, subresource: "status" }, pods)).toBe(status);
});

test("a rule with resource names matches the objects of these names", () => {
  const about = { operation: "CREATE", namespace: "n", subresource: "" } as const;
  const named = { ...rule(), resourceNames: ["a", "b"] };

  expect(matchesRule(named, { ...about, name: "b" }, pods)).toBe(true);
  expect(matchesRule(named, { ...about, name: "c" }, pods)).toBe(false);
  expect(matchesRule({ ...named, resourceNames: [] }, { ...about, name: "c" }, pods)).toBe(true);
});

test.for<readonly [more: RuleView, matches: boolean]>([
  [{ operations: ["CREATE"] }, true],
  [{ operations: ["UPDATE", "DELETE"] }, false],
  [{ apiGroups: [""] }, true],
  [{ apiGroups: ["apps"] }, false],
  [{ apiVersions: ["v1", "v2"] }, true],
  [{ apiVersions: ["v1beta1"] }, false],
])("a rule with %j matches the creation of a Pod: %j", ([more, matches]) => {
  expect(matchesRule(rule(more), { operation: "CREATE", namespace: "n", name: "a", subresource: "" }, pods)).toBe(
    matches,
  );
});

test("the scope separates namespaced from cluster-scoped objects, and a Namespace is cluster-scoped", () => {
  const about = { operation: "CREATE", subresource: "", name: "a" } as const;
  const matching = (scope: "Cluster" | "Namespaced"): readonly boolean[] => [
    matchesRule(rule({ scope }), { ...about, namespace: "n" }, pods),
    matchesRule(rule({ scope }), { ...about, namespace: "n" }, namespaces),
    matchesRule(rule({ scope }), { ...about, namespace: "" }, nodes),
  ];

  expect(matching("Namespaced")).toEqual([true, false, false]);
  expect(matching("Cluster")).toEqual([false, true, true]);
});
