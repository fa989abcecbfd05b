/** Scopes limit a quota to some objects. https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-scopes */
import { compileLabelSelector, matchesLabels } from "@kubewright/apimachinery";
import type { ResourceQuotaSpec } from "@kubewright/api/core/v1";
import type { View } from "../../../kinds/typed.ts";

export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** All scopes of a quota. An object has to match each of them. */
export function scopesOf({ scopes, scopeSelector }: View<ResourceQuotaSpec>): readonly ScopeRequirement[] {
  return [
    ...(scopes ?? []).map((scopeName) => ({ scopeName, operator: "Exists", values: [] })),
    ...(scopeSelector?.matchExpressions ?? []).map(({ scopeName = "", operator = "", values }) => ({
      scopeName,
      operator,
      values: values ?? [],
    })),
  ];
}

/**
 * Whether an object with this value of the scope (`undefined`: without one) matches.
 *
 * @throws {SelectorSyntaxError} if the requirement has a value that no label can have.
 */
export function matchesValue({ scopeName, operator, values }: ScopeRequirement, value: string | undefined): boolean {
  const selector = compileLabelSelector({ matchExpressions: [{ key: scopeName, operator, values }] });
  return matchesLabels(selector, value === undefined ? {} : { [scopeName]: value });
}
