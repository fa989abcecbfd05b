/**
 * Whether a webhook is asked about a write: by its rules, and by the labels of the namespace and of the object. A pure decision but for
 * the look-up of the namespace.
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules
 */
import type { GroupVersionKind, GroupVersionResource } from "@kubewright/apimachinery";
import { matchesLabels, notFound } from "@kubewright/apimachinery";
import type { AdmissionAttributes } from "../registry/admission-plugin.ts";
import type { RequestContext } from "../registry/server-context.ts";
import type { RuleView } from "../kinds/admissionregistration/webhook.ts";
import type { Hook } from "./hook.ts";

/** A call that is to be made: the webhook, and the form in which it wants the object. */
export interface Invocation {
  readonly hook: Hook;
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

type Looks = Pick<RequestContext, "read" | "registry">;

/**
 * The call to make of this webhook; `undefined` for none. Throws 404 when the namespace whose labels decide is not there.
 */
export function invocationOf(hook: Hook, attributes: AdmissionAttributes, context: Looks): Invocation | undefined {
  if (!matchesObject(hook, attributes)) return undefined;
  const form = matchedForm(hook, attributes, context);
  return form !== undefined && matchesNamespace(hook, attributes, context) ? { hook, ...form } : undefined;
}

/** The form of the object that a rule asks for: the request's own, or an equivalent one that the server converts to. */
function matchedForm(
  hook: Hook,
  attributes: AdmissionAttributes,
  context: Looks,
): Pick<Invocation, "resource" | "kind"> | undefined {
  const { resource, kind } = attributes;
  if (hook.rules.some((rule) => matchesRule(rule, attributes, resource))) return { resource, kind };
  if (!hook.matchesEquivalent) return undefined;
  const equivalents = equivalentsOf(attributes, context);
  for (const rule of hook.rules) {
    const match = equivalents.find((each) => matchesRule(rule, attributes, each.resource));
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The same resource in its other versions, and in other groups that show the same objects. */
function equivalentsOf(
  { resource, kind, subresource }: AdmissionAttributes,
  { registry }: Looks,
): readonly Pick<Invocation, "resource" | "kind">[] {
  const served = registry.get(resource);
  if (served === undefined) return [];
  const isOwnKind = kind.kind === served.kind;
  const equivalents: Pick<Invocation, "resource" | "kind">[] = [];
  for (const each of registry.all()) {
    if (each.storage.key !== served.storage.key || each.review !== undefined) continue;
    if (subresource !== "" && each.subresources?.some(({ name }) => name === subresource) !== true) continue;
    for (const { name: version } of each.versions) {
      if (each.group === resource.group && version === resource.version) continue;
      const ownKind = { group: each.group, version, kind: each.kind };
      equivalents.push({
        resource: { group: each.group, version, resource: each.plural },
        // What a subresource shows is the same kind whatever the version of the resource.
        kind: isOwnKind ? ownKind : kind,
      });
    }
  }
  return equivalents;
}

/** Whether a rule names this operation on this resource, which stands for the one of the request. */
export function matchesRule(
  rule: RuleView,
  { operation, subresource, namespace }: Pick<AdmissionAttributes, "operation" | "subresource" | "namespace">,
  resource: GroupVersionResource,
): boolean {
  return (
    matchesScope(rule.scope, resource, namespace) &&
    namesOrAll(rule.operations, operation) &&
    namesOrAll(rule.apiGroups, resource.group) &&
    namesOrAll(rule.apiVersions, resource.version) &&
    (rule.resources ?? []).some((each) => matchesResource(each, resource.resource, subresource))
  );
}

function namesOrAll(names: readonly string[] = [], name: string): boolean {
  return names.includes("*") || names.includes(name);
}

/** A Namespace counts as being in itself, and is of the cluster all the same. */
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

/** An object that loses a label is still seen by those who select it: the old one counts as well as the new. */
function matchesObject({ objectSelector }: Hook, { object, oldObject }: AdmissionAttributes): boolean {
  if (selectsAll(objectSelector)) return true;
  return [object, oldObject].some((each) => each !== undefined && matchesLabels(objectSelector, each.metadata.labels));
}

/** Objects of the cluster are exempt from the selector, but for namespaces, which are selected by their own labels. */
function matchesNamespace({ namespaceSelector }: Hook, attributes: AdmissionAttributes, { read }: Looks): boolean {
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

function selectsAll(selector: Hook["objectSelector"]): boolean {
  return selector?.length === 0;
}
