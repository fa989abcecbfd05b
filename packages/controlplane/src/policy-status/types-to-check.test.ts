import type { NamedRuleWithOperations } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { expect, test } from "vitest";
import { typesToCheck } from "./types-to-check.ts";

const resources = Array.from({ length: 12 }, (_, index) => ({
  group: "g",
  version: "v1",
  kind: `Kind${String(index).padStart(2, "0")}`,
  plural: `kinds${index}`,
  singular: `kind${index}`,
}));

function rule(...names: readonly string[]): NamedRuleWithOperations {
  return { apiGroups: ["g"], apiVersions: ["v1"], operations: ["*"], resources: names };
}

function kindsOf(...resourceRules: readonly NamedRuleWithOperations[]): readonly string[] {
  return typesToCheck({ matchConstraints: { resourceRules } }, resources).map(({ kind }) => kind);
}

test("a kind that several rules name is checked once, and kinds are ordered", () => {
  expect(kindsOf(rule("kinds3", "kinds1"), rule("kinds1", "kind2"))).toEqual(["Kind01", "Kind02", "Kind03"]);
});

test("rules with wildcards and subresources name no kinds", () => {
  expect(kindsOf(rule("*"), rule("kinds1/status"), { ...rule("kinds1"), apiGroups: ["*"] })).toEqual([]);
});

test("a rule with ten kinds ends the search, with the kinds of the rules before it", () => {
  const many = rule(...resources.slice(0, 11).map(({ plural }) => plural));
  expect(kindsOf(rule("kinds11"), many, rule("kinds9"))).toHaveLength(11);
});
