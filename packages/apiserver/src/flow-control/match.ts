/** Whether a FlowSchema matches a request: https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema */
import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import type { AccessRequest, PathAccess, ResourceAccess } from "../authorization/authorizer.ts";
import type { View } from "../kinds/typed.ts";
import type { UserInfo } from "../authentication/user-info.ts";

/** Whether one of the rules has a subject and a resource rule or a non-resource rule that match. */
export function matchesFlowSchema({ rules = [] }: View<FlowSchemaSpec>, request: AccessRequest): boolean {
  return rules.some((rule) => matchesRule(rule, request));
}

function matchesRule(rule: View<PolicyRulesWithSubjects>, { user, verb, target }: AccessRequest): boolean {
  // An empty required list prints null.
  if (!(rule.subjects ?? []).some((subject) => matchesSubject(subject, user))) return false;
  return target.type === "resource"
    ? (rule.resourceRules ?? []).some((entry) => matchesResourceRule(entry, verb, target))
    : (rule.nonResourceRules ?? []).some((entry) => matchesNonResourceRule(entry, verb, target));
}

function matchesSubject({ kind, user, group, serviceAccount }: View<Subject>, { name, groups }: UserInfo): boolean {
  switch (kind) {
    case "User":
      return user?.name === "*" || user?.name === name;
    case "Group":
      return group?.name !== undefined && (group.name === "*" || groups.includes(group.name));
    case "ServiceAccount": {
      const { namespace = "", name: account = "" } = serviceAccount ?? {};
      const prefix = `system:serviceaccount:${namespace}:`;
      return account === "*" ? name.startsWith(prefix) : name === `${prefix}${account}`;
    }
    default:
      return false;
  }
}

function matchesResourceRule(rule: View<ResourcePolicyRule>, verb: string, target: ResourceAccess): boolean {
  const resource = target.subresource === "" ? target.resource : `${target.resource}/${target.subresource}`;
  if (!includes(rule.verbs, verb) || !includes(rule.resources, resource) || !includes(rule.apiGroups, target.group)) {
    return false;
  }
  return target.namespace === "" ? rule.clusterScope === true : includes(rule.namespaces, target.namespace);
}

function matchesNonResourceRule(rule: View<NonResourcePolicyRule>, verb: string, { path }: PathAccess): boolean {
  if (!includes(rule.verbs, verb)) return false;
  return (rule.nonResourceURLs ?? []).some((url) => {
    if (url === "*" || url === path) return true;
    const prefix = url.endsWith("*") ? url.slice(0, -1) : url;
    return path.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`);
  });
}

/** A wildcard is the only item of its list. */
function includes(list: readonly string[] | null | undefined, value: string): boolean {
  if (list === undefined || list === null) return false;
  return list.includes(value) || (list.length === 1 && list[0] === "*");
}
