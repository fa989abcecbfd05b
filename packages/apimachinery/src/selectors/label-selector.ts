// Label selectors in their two forms: the string in a query (`app=web,tier in (a,b),!canary`) and the object in a spec
// (`matchLabels`, `matchExpressions`). Both compile to a list of requirements, which must all hold.
// https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors

import { quoteGoString } from "../go/go-format.ts";
import { SelectorSyntaxError } from "./errors.ts";
import type { LabelOperator, LabelRequirement, Labels } from "./requirement.ts";
import { formatRequirement, labelRequirement, matchesRequirement } from "./requirement.ts";

/** The object form, as in the spec of a Deployment. All of its parts must hold; an empty one selects everything. */
export interface LabelSelector {
  /** Labels that an object must have with exactly these values. */
  readonly matchLabels?: { readonly [key: string]: string };
  /** Requirements for labels that are not plain equality. All must hold. */
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

/** An expression of the object form. */
export interface LabelSelectorRequirement {
  /** The name of the label. */
  readonly key: string;
  /** How the label is compared: In, NotIn, Exists or DoesNotExist. NotIn also matches objects without the label. */
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist" | (string & {});
  /** The values of In and NotIn, at least one. Must be empty for Exists and DoesNotExist. */
  readonly values?: readonly string[];
}

/** A compiled selector: requirements sorted by key, which must all hold. `undefined` selects nothing. */
export type CompiledLabelSelector = readonly LabelRequirement[] | undefined;

const operators: { readonly [operator: string]: LabelOperator } = {
  In: "in",
  NotIn: "notin",
  Exists: "exists",
  DoesNotExist: "!",
};

/**
 * Compiles the object form. As in kube-apiserver, an absent selector selects nothing, and an empty one everything.
 *
 * @throws {SelectorSyntaxError} if an operator, key or value is invalid.
 */
export function compileLabelSelector(selector: LabelSelector | undefined): CompiledLabelSelector {
  if (selector === undefined) return undefined;
  const requirements = Object.entries(selector.matchLabels ?? {}).map(([key, value]) =>
    labelRequirement(key, "=", [value]),
  );
  for (const { key, operator, values = [] } of selector.matchExpressions ?? []) {
    const known = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
    if (known === undefined)
      throw new SelectorSyntaxError(`${quoteGoString(operator)} is not a valid label selector operator`);
    requirements.push(labelRequirement(key, known, values));
  }
  return sortByKey(requirements);
}

/** Whether labels match a selector. */
export function matchesLabels(selector: CompiledLabelSelector, labels: Labels | undefined): boolean {
  return selector?.every((requirement) => matchesRequirement(requirement, labels ?? {})) ?? false;
}

/** The query form of a selector. Empty for a selector that selects everything and for one that selects nothing. */
export function formatLabelSelector(selector: CompiledLabelSelector): string {
  return (selector ?? []).map((requirement) => formatRequirement(requirement)).join(",");
}

/** Sorts requirements by key, as in their canonical form. */
export function sortByKey(requirements: readonly LabelRequirement[]): readonly LabelRequirement[] {
  return requirements.toSorted((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
}
