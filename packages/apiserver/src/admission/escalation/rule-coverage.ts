// Finds the rights that a role grants and a user does not hold. Rules are split into single rights; a right is missing unless one of the user's rules
// covers it.
// https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
import type { PolicyRule } from "../../authorization/rules.ts";
import { pathMatches } from "../../authorization/rules.ts";

/** One verb on one resource, or on one path. Wildcards are not expanded: only a wildcard covers a wildcard. */
export type Right = ResourceRight | PathRight;

export interface ResourceRight {
  readonly type: "resource";
  readonly verb: string;
  readonly group: string;
  /** With its subresource, as in rules: `pods/log`. */
  readonly resource: string;
  /** Absent: objects of every name. */
  readonly name?: string;
}

export interface PathRight {
  readonly type: "path";
  readonly verb: string;
  readonly path: string;
}

/** The rights that `wanted` grants and `held` does not, in the order of `wanted`. They may repeat. */
export function missingRights(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly Right[] {
  const rights = wanted.flatMap(rightsOf);
  if (rights.length === 0) return rights;
  const index = new RuleIndex(held);
  return rights.filter((right) => !index.candidates(right).some((rule) => covers(rule, right)));
}

/** A rule whose lists are sets. */
interface HeldRule {
  readonly verbs: ReadonlySet<string>;
  readonly apiGroups: ReadonlySet<string>;
  readonly resources: ReadonlySet<string>;
  readonly resourceNames: ReadonlySet<string>;
  readonly nonResourceURLs: readonly string[];
}

/** Finds the few rules that may cover a right: a role of 10,000 rules is not compared with each of 10,000 others. */
class RuleIndex {
  readonly #ofPaths: HeldRule[] = [];
  readonly #byResource = new Map<string, HeldRule[]>();
  readonly #byName = new Map<string, HeldRule[]>();
  readonly #ofEveryName: HeldRule[] = [];

  constructor(held: readonly PolicyRule[]) {
    for (const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } of held) {
      const rule: HeldRule = {
        verbs: new Set(verbs),
        apiGroups: new Set(apiGroups),
        resources: new Set(resources),
        resourceNames: new Set(resourceNames),
        nonResourceURLs,
      };
      if (nonResourceURLs.length > 0) this.#ofPaths.push(rule);
      for (const resource of rule.resources) addTo(this.#byResource, resource, rule);
      for (const name of rule.resourceNames) addTo(this.#byName, name, rule);
      if (resourceNames.length === 0) this.#ofEveryName.push(rule);
    }
  }

  /** All rules that cover the right are among these. */
  candidates(right: Right): readonly HeldRule[] {
    if (right.type === "path") return this.#ofPaths;
    const named = right.name === undefined ? [] : (this.#byName.get(right.name) ?? []);
    const patterns = patternsFor(right.resource).map((pattern) => this.#byResource.get(pattern) ?? []);
    const ofResource = patterns.reduce((sum, { length }) => sum + length, 0);
    return named.length + this.#ofEveryName.length < ofResource ? [...named, ...this.#ofEveryName] : patterns.flat();
  }
}

function addTo(map: Map<string, HeldRule[]>, key: string, rule: HeldRule): void {
  const rules = map.get(key);
  if (rules === undefined) map.set(key, [rule]);
  else rules.push(rule);
}

/** The rights of a rule. A resource rule that leaves out its groups, resources or verbs grants nothing. */
function rightsOf({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): readonly Right[] {
  const names = resourceNames.length === 0 ? [{}] : resourceNames.map((name) => ({ name }));
  return [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        verbs.flatMap((verb) => names.map((name): Right => ({ type: "resource", verb, group, resource, ...name }))),
      ),
    ),
    ...nonResourceURLs.flatMap((path) => verbs.map((verb): Right => ({ type: "path", verb, path }))),
  ];
}

function covers(rule: HeldRule, right: Right): boolean {
  if (!hasOrAll(rule.verbs, right.verb)) return false;
  const isOfEveryName = rule.resourceNames.size === 0;
  if (right.type === "path") {
    return isOfEveryName && rule.nonResourceURLs.some((pattern) => pathMatches(pattern, right.path));
  }
  return (
    hasOrAll(rule.apiGroups, right.group) &&
    patternsFor(right.resource).some((pattern) => rule.resources.has(pattern)) &&
    (isOfEveryName || (right.name !== undefined && rule.resourceNames.has(right.name)))
  );
}

function hasOrAll(values: ReadonlySet<string>, value: string): boolean {
  return values.has("*") || values.has(value);
}

/** The entries of a rule's resources that cover a resource. */
function patternsFor(resource: string): readonly string[] {
  const slash = resource.indexOf("/");
  return [...new Set(["*", resource, ...(slash === -1 ? [] : [`*${resource.slice(slash)}`])])];
}
