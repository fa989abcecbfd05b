/**
 * Decides whether a webhook or policy matches a request: by its rules, and by the labels of the namespace and of the object.
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules
 */
import type { CompiledLabelSelector, GroupVersionKind, GroupVersionResource } from "@kubewright/apimachinery";
import { matchesLabels, notFound } from "@kubewright/apimachinery";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";
import type { AdmissionContext } from "../../registry/admission-plugin.ts";
import type { RuleView } from "../../kinds/admissionregistration/admission-kind.ts";

/** A rule that may match only objects of these names. No names: all objects. */
export type NamedRule = RuleView & { readonly resourceNames?: readonly string[] };

/** The match criteria of a webhook or policy. */
export interface MatchCriteria {
  readonly rules: readonly NamedRule[];
  /** A request that these rules match is not matched. Default: none. */
  readonly excludeRules?: readonly NamedRule[];
  readonly matchesEquivalent: boolean;
  readonly namespaceSelector: CompiledLabelSelector;
  readonly objectSelector: CompiledLabelSelector;
}

/** The version in which a matching webhook or policy receives the object. */
export interface MatchedVersion {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

type MatchContext = Pick<AdmissionContext, "read" | "registry">;

/** Returns the version that a request matches in; `undefined` if it does not match. Throws 404 if the namespace whose labels decide does not exist. */
export function matchedVersion(
  criteria: MatchCriteria,
  attributes: AdmissionAttributes,
  context: MatchContext,
): MatchedVersion | undefined {
  if (!matchesObject(criteria, attributes)) return undefined;
  const { rules, excludeRules = [], matchesEquivalent } = criteria;
  if (excludeRules.length > 0 && versionByRules(excludeRules, matchesEquivalent, attributes, context)) return undefined;
  const version = versionByRules(rules, matchesEquivalent, attributes, context);
  return version !== undefined && matchesNamespace(criteria, attributes, context) ? version : undefined;
}

/** The version that a rule names: that of the request, or an equivalent one to which the server converts. */
function versionByRules(
  rules: readonly NamedRule[],
  matchesEquivalent: boolean,
  attributes: AdmissionAttributes,
  context: MatchContext,
): MatchedVersion | undefined {
  const { resource, kind } = attributes;
  if (rules.some((rule) => matchesRule(rule, attributes, resource))) return { resource, kind };
  if (!matchesEquivalent) return undefined;
  const equivalents = equivalentsOf(attributes, context);
  for (const rule of rules) {
    const match = equivalents.find((each) => matchesRule(rule, attributes, each.resource));
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The same resource in its other versions, and in other groups with the same objects. */
function equivalentsOf(
  { resource, kind, subresource }: AdmissionAttributes,
  { registry }: MatchContext,
): readonly MatchedVersion[] {
  const served = registry.get(resource);
  if (served === undefined) return [];
  const isOwnKind = kind.kind === served.kind;
  const equivalents: MatchedVersion[] = [];
  for (const each of registry.all()) {
    if (each.storage.key !== served.storage.key || each.review !== undefined) continue;
    if (subresource !== "" && each.subresources?.some(({ name }) => name === subresource) !== true) continue;
    for (const { name: version } of each.versions) {
      if (each.group === resource.group && version === resource.version) continue;
      const ownKind = { group: each.group, version, kind: each.kind };
      equivalents.push({
        resource: { group: each.group, version, resource: each.plural },
        // The kind of a view is the same in all versions of the resource.
        kind: isOwnKind ? ownKind : kind,
      });
    }
  }
  return equivalents;
}

/** Whether a rule names this operation on this resource, which is that of the request or an equivalent one. */
export function matchesRule(
  rule: NamedRule,
  attributes: Pick<AdmissionAttributes, "operation" | "subresource" | "namespace" | "name">,
  resource: GroupVersionResource,
): boolean {
  const { operation, subresource, namespace, name } = attributes;
  const { resourceNames = [] } = rule;
  return (
    matchesScope(rule.scope, resource, namespace) &&
    namesOrAll(rule.operations, operation) &&
    namesOrAll(rule.apiGroups, resource.group) &&
    namesOrAll(rule.apiVersions, resource.version) &&
    (rule.resources ?? []).some((each) => matchesResource(each, resource.resource, subresource)) &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  );
}

function namesOrAll(names: readonly string[] = [], name: string): boolean {
  return names.includes("*") || names.includes(name);
}

/** A request for a Namespace has its name as namespace, but Namespaces are cluster-scoped. */
function matchesScope(scope: RuleView["scope"] = "*", resource: GroupVersionResource, namespace: string): boolean {
  if (scope === "*") return true;
  const isOfCluster = namespace === "" || (resource.group === "" && resource.resource === "namespaces");
  return isOfCluster === (scope === "Cluster");
}

/** `pods` is the resource alone, `pods/status` a subresource; either part may be `*`. */
function matchesResource(pattern: string, resource: string, subresource: string): boolean {
  const slash = pattern.indexOf("/");
  const wanted = slash === -1 ? pattern : pattern.slice(0, slash);
  const wantedSubresource = slash === -1 ? "" : pattern.slice(slash + 1);
  return (wanted === "*" || wanted === resource) && (wantedSubresource === "*" || wantedSubresource === subresource);
}

/** The old or the new object must match, so that a webhook receives the removal of a label. */
function matchesObject({ objectSelector }: MatchCriteria, { object, oldObject }: AdmissionAttributes): boolean {
  if (selectsAll(objectSelector)) return true;
  return [object, oldObject].some((each) => each !== undefined && matchesLabels(objectSelector, each.metadata.labels));
}

/** Cluster-scoped objects match every selector, except Namespaces, whose own labels decide. */
function matchesNamespace(
  { namespaceSelector }: MatchCriteria,
  attributes: AdmissionAttributes,
  { read }: MatchContext,
): boolean {
  const { resource, namespace, object, operation, subresource } = attributes;
  if (namespace === "" || selectsAll(namespaceSelector)) return true;
  const isNamespace = resource.group === "" && resource.resource === "namespaces" && subresource === "";
  if (isNamespace && object !== undefined && (operation === "CREATE" || operation === "UPDATE")) {
    return matchesLabels(namespaceSelector, object.metadata.labels);
  }
  const stored = read.get(namespaces, { name: namespace });
  if (stored === undefined) throw notFound(namespaces, namespace);
  return matchesLabels(namespaceSelector, stored.metadata.labels);
}

const namespaces = { group: "", resource: "namespaces" } as const;

function selectsAll(selector: CompiledLabelSelector): boolean {
  return selector?.length === 0;
}
