// Finds the rights that a role grants and a user does not hold. Rules are split into single rights; a right is missing unless one of the user's rules
// covers it.
// https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
import type { PolicyRule } from "../../authorization/rules.ts";
import { includesOrAll, pathMatches } from "../../authorization/rules.ts";

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
  return wanted.flatMap(rightsOf).filter((right) => !held.some((rule) => covers(rule, right)));
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

function covers(rule: PolicyRule, right: Right): boolean {
  if (!includesOrAll(rule.verbs, right.verb)) return false;
  const isOfEveryName = rule.resourceNames.length === 0;
  if (right.type === "path") {
    return isOfEveryName && rule.nonResourceURLs.some((pattern) => pathMatches(pattern, right.path));
  }
  return (
    includesOrAll(rule.apiGroups, right.group) &&
    rule.resources.some((pattern) => resourceCovers(pattern, right.resource)) &&
    (isOfEveryName || (right.name !== undefined && rule.resourceNames.includes(right.name)))
  );
}

function resourceCovers(pattern: string, resource: string): boolean {
  if (pattern === "*" || pattern === resource) return true;
  const slash = resource.indexOf("/");
  return slash !== -1 && pattern === `*${resource.slice(slash)}`;
}
