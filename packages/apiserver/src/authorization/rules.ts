// RBAC rules, read from stored roles and bindings, and whether a rule allows a request. https://kubernetes.io/docs/reference/access-authn-authz/rbac/
import { stringOf } from "../objects/api-object.ts";
import type { AccessRequest } from "./authorizer.ts";

/** The fields of a decoded object. */
type Fields = Readonly<Record<string, unknown>>;

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

export interface Subject {
  readonly kind: string;
  readonly name: string;
  /** The namespace of a ServiceAccount; `""` for other subjects. */
  readonly namespace: string;
}

export interface RoleRef {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

/** The rules of a Role or ClusterRole. A field that is absent or of the wrong type is empty. */
export function rulesOf(role: Fields): readonly PolicyRule[] {
  return objectsOf(role["rules"]).map((rule) => ({
    verbs: stringsOf(rule["verbs"]),
    apiGroups: stringsOf(rule["apiGroups"]),
    resources: stringsOf(rule["resources"]),
    resourceNames: stringsOf(rule["resourceNames"]),
    nonResourceURLs: stringsOf(rule["nonResourceURLs"]),
  }));
}

/** The subjects of a binding. */
export function subjectsOf(binding: Fields): readonly Subject[] {
  return objectsOf(binding["subjects"]).map((subject) => ({
    kind: stringOf(subject["kind"]),
    name: stringOf(subject["name"]),
    namespace: stringOf(subject["namespace"]),
  }));
}

/** The role that a binding grants. */
export function roleRefOf(binding: Fields): RoleRef {
  const [ref = {}] = objectsOf([binding["roleRef"]]);
  return { apiGroup: stringOf(ref["apiGroup"]), kind: stringOf(ref["kind"]), name: stringOf(ref["name"]) };
}

/** Whether a rule allows a request. */
export function ruleAllows(rule: PolicyRule, { verb, target }: AccessRequest): boolean {
  if (!includesOrAll(rule.verbs, verb)) return false;
  if (target.type === "path") return rule.nonResourceURLs.some((pattern) => pathMatches(pattern, target.path));
  return (
    includesOrAll(rule.apiGroups, target.group) &&
    rule.resources.some((pattern) => resourceMatches(pattern, target.resource, target.subresource)) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(target.name))
  );
}

/** Whether a list of a rule contains a value or `*`. */
export function includesOrAll(list: readonly string[], value: string): boolean {
  return list.includes("*") || list.includes(value);
}

function resourceMatches(pattern: string, resource: string, subresource: string): boolean {
  if (pattern === "*") return true;
  if (pattern === (subresource === "" ? resource : `${resource}/${subresource}`)) return true;
  return subresource !== "" && pattern === `*/${subresource}`;
}

/** Whether a path equals the pattern of a rule, or has the prefix of a pattern that ends with `*`. */
export function pathMatches(pattern: string, path: string): boolean {
  if (pattern === "*" || pattern === path) return true;
  return pattern.endsWith("*") && path.startsWith(pattern.replace(/\*+$/, ""));
}

function objectsOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is Fields => typeof item === "object" && item !== null);
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
