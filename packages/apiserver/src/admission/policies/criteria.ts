/** The compiled match criteria of policies and bindings. */
import type { LabelSelector } from "@kubewright/apimachinery";
import { compileLabelSelector } from "@kubewright/apimachinery";
import type { MatchResourcesView } from "../../kinds/admissionregistration/admission-kind.ts";
import type { MatchCriteria, NamedRule } from "../matching/rules.ts";

const everything: NamedRule = { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] };

/** Compiles stored match resources, which are valid and have their defaults. Without rules they match all requests. */
export function compileCriteria({
  resourceRules = [],
  excludeResourceRules = [],
  matchPolicy,
  namespaceSelector,
  objectSelector,
}: MatchResourcesView): MatchCriteria {
  return {
    rules: resourceRules.length === 0 ? [everything] : resourceRules,
    excludeRules: excludeResourceRules,
    matchesEquivalent: matchPolicy === "Equivalent",
    namespaceSelector: compiled(namespaceSelector),
    objectSelector: compiled(objectSelector),
  };
}

function compiled(selector: MatchResourcesView["objectSelector"] = {}): MatchCriteria["objectSelector"] {
  return compileLabelSelector(selector as LabelSelector); // A stored selector is valid.
}
