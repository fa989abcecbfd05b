// RBAC rules as they are stored, and whether one allows a request. https://kubernetes.io/docs/reference/access-authn-authz/rbac/
import type { JsonObject } from "../registry/api-object.ts";
import type { AccessRequest } from "./authorizer.ts";

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
  /** Of a ServiceAccount; `""` when it is not given. */
  readonly namespace: string;
}

export interface RoleRef {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

/** The rules of a Role or ClusterRole. What is not there, or not of its type, is empty. */
export function rulesOf(role: JsonObject): readonly PolicyRule[] {
  return objectsOf(role["rules"]).map((rule) => ({
    verbs: textsOf(rule["verbs"]),
    apiGroups: textsOf(rule["apiGroups"]),
    resources: textsOf(rule["resources"]),
    resourceNames: textsOf(rule["resourceNames"]),
    nonResourceURLs: textsOf(rule["nonResourceURLs"]),
  }));
}

/** The subjects of a binding. */
export function subjectsOf(binding: JsonObject): readonly Subject[] {
  return objectsOf(binding["subjects"]).map((subject) => ({
    kind: textOf(subject["kind"]),
    name: textOf(subject["name"]),
    namespace: textOf(subject["namespace"]),
  }));
}

/** The role that a binding grants. */
export function roleRefOf(binding: JsonObject): RoleRef {
  const [ref = {}] = objectsOf([binding["roleRef"]]);
  return { apiGroup: textOf(ref["apiGroup"]), kind: textOf(ref["kind"]), name: textOf(ref["name"]) };
}

/** Whether a rule allows a request. */
export function ruleAllows(rule: PolicyRule, { verb, target }: AccessRequest): boolean {
  if (!includesOrAll(rule.verbs, verb)) return false;
  if (target.type === "path") return rule.nonResourceURLs.some((pattern) => pathMatches(pattern, target.path));
  return (
    includesOrAll(rule.apiGroups, target.group) &&
    rule.resources.some((pattern) => resourceMatches(pattern, target.resource, target.subresource)) &&
    (rule.resourceNames.length === 0 || (target.name !== "" && rule.resourceNames.includes(target.name)))
  );
}

/** Whether a list of a rule has this word, or the star that stands for all. */
export function includesOrAll(list: readonly string[], value: string): boolean {
  return list.includes("*") || list.includes(value);
}

function resourceMatches(pattern: string, resource: string, subresource: string): boolean {
  if (pattern === "*") return true;
  if (pattern === (subresource === "" ? resource : `${resource}/${subresource}`)) return true;
  return subresource !== "" && pattern === `*/${subresource}`;
}

/** Whether a path is the one of a rule, or begins with it up to a star at its end. */
export function pathMatches(pattern: string, path: string): boolean {
  if (pattern === "*" || pattern === path) return true;
  return pattern.endsWith("*") && path.startsWith(pattern.replace(/\*+$/, ""));
}

function objectsOf(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is JsonObject => typeof item === "object" && item !== null);
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
