/**
 * Prevents privilege escalation. Writing a role requires its rules or the verb `escalate` on it. Writing a binding
 * requires the rules of its role or the verb `bind` on that role.
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
 *
 * The check is the last mutating plugin, because it runs after mutating admission and before validation. It cannot be disabled. It does not apply to
 * `system:masters` and to writes of the server itself, which skip admission.
 */
import {
  badRequest,
  forbidden,
  formatErrorMessages,
  isDeepEqual,
  isPathSegmentName,
  notFound,
  quoteGoString,
  quoteGoStrings,
  unclassifiedError,
} from "@kubewright/apimachinery";
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { ApiObject, GroupResource, JsonObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import type { Authorizer, ResourceAccess } from "../../authorization/authorizer.ts";
import { mastersGroup } from "../../authentication/user-info.ts";
import type { RbacAuthorizer } from "../../authorization/rbac.ts";
import type { PolicyRule, RoleRef } from "../../authorization/rules.ts";
import { roleRefOf, rulesOf } from "../../authorization/rules.ts";
import { describeRights } from "./describe-rights.ts";
import { missingRights } from "./rule-coverage.ts";

export interface EscalationOptions {
  /** Authorizes `escalate` and `bind`. */
  readonly authorizer: Authorizer;
  /** Resolves the rules of users and roles. */
  readonly rbac: Pick<RbacAuthorizer, "rightsFor" | "roleRules">;
}

const rbacGroup = "rbac.authorization.k8s.io";
const roleResources: readonly string[] = ["roles", "clusterroles"];
const bindingResources: readonly string[] = ["rolebindings", "clusterrolebindings"];

/** A write of a role or binding. */
interface Write extends EscalationOptions {
  readonly object: ApiObject;
  readonly old: ReadonlyObject | undefined;
  readonly resource: GroupResource;
  /** `""` at the cluster scope. */
  readonly namespace: string;
  readonly context: RequestContext;
}

/** The check as a plugin. Throws 403; for a binding to a role that cannot be read, the error of the read. */
export function createEscalationCheck(options: EscalationOptions): AdmissionPlugin {
  return {
    name: "RBACEscalation",
    mutate(attributes, context) {
      const write = writeOf(attributes, context, options);
      if (write === undefined || context.user.groups.includes(mastersGroup) || changesOnlyOwnership(write)) return;
      if (roleResources.includes(write.resource.resource)) checkRole(write);
      else checkBinding(write);
    },
  };
}

function writeOf(
  { operation, resource: { group, resource }, subresource, namespace, object, oldObject }: AdmissionAttributes,
  context: RequestContext,
  options: EscalationOptions,
): Write | undefined {
  if (group !== rbacGroup || subresource !== "" || object === undefined) return undefined;
  if (operation !== "CREATE" && operation !== "UPDATE") return undefined;
  if (!roleResources.includes(resource) && !bindingResources.includes(resource)) return undefined;
  return { ...options, object, old: oldObject, resource: { group, resource }, namespace, context };
}

/** Whether a write changes only metadata that the garbage collector changes. Such a write grants nothing. */
function changesOnlyOwnership({ object, old }: Write): boolean {
  return old !== undefined && isDeepEqual(withoutOwnership(object), withoutOwnership(old));
}

function withoutOwnership(object: ReadonlyObject): object {
  return { ...object, metadata: { ...object.metadata, ownerReferences: [], finalizers: [], managedFields: [] } };
}

function checkRole(write: Write): void {
  const { object, old, resource, context } = write;
  // A create has no name in its path, so `escalate` on a named role does not permit its creation.
  if (isAuthorized(write, "escalate", { ...resource, name: context.name })) return;
  assertHolds(write, rulesOf(object));
  // The rules that an aggregation adds later are unknown, so setting or removing one requires full permissions.
  if (!aggregates(object) && !aggregates(old)) return;
  if (missingRights(rightsHeld(write).rules, fullAuthority).length === 0) return;
  throw rejection(write, "must have cluster-admin privileges to use the aggregationRule");
}

const nothing: PolicyRule = { verbs: ["*"], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };
const fullAuthority: readonly PolicyRule[] = [
  { ...nothing, apiGroups: ["*"], resources: ["*"] },
  { ...nothing, nonResourceURLs: ["*"] },
];

function aggregates(role: ReadonlyObject | undefined): boolean {
  const rule = role?.["aggregationRule"] as JsonObject | undefined; // The decoder has checked the type.
  const selectors = rule?.["clusterRoleSelectors"];
  return Array.isArray(selectors) && selectors.length > 0;
}

function checkBinding(write: Write): void {
  const ref = roleRefOf(write.object);
  const resource = resourceOfKind[ref.kind];
  if (resource === undefined) throw unclassifiedError(`unsupported role reference kind: ${quoteGoString(ref.kind)}`);
  if (isAuthorized(write, "bind", { group: ref.apiGroup, resource, name: ref.name })) return;
  assertHolds(write, rulesOfRole(write, ref));
}

const resourceOfKind: { readonly [kind: string]: string } = { Role: "roles", ClusterRole: "clusterroles" };

/** The rules of the role that a binding references. kube-apiserver reads the role, with the errors of a get, before it validates the reference. */
function rulesOfRole({ rbac, resource, namespace }: Write, ref: RoleRef): readonly PolicyRule[] {
  if (ref.kind === "Role" && namespace === "") throw badRequest("Namespace parameter required.");
  if (ref.name === "") throw badRequest("Name parameter required.");
  const problems = isPathSegmentName(ref.name);
  if (problems.length > 0) {
    throw badRequest(`Name parameter invalid: ${quoteGoString(ref.name)}: ${problems.join(";")}`);
  }
  const rules = rbac.roleRules(ref, namespace);
  // kube-apiserver names the resource of the request instead of the resource of the role.
  if (rules === undefined) throw notFound(resource, ref.name);
  return rules;
}

function isAuthorized(
  { authorizer, namespace, context: { user } }: Write,
  verb: string,
  target: Pick<ResourceAccess, "group" | "resource" | "name">,
): boolean {
  const place = { type: "resource", version: "*", subresource: "", namespace } as const;
  return authorizer.authorize({ user, verb, target: { ...place, ...target } }).allowed;
}

function rightsHeld({ rbac, namespace, context: { user } }: Write): ReturnType<RbacAuthorizer["rightsFor"]> {
  return rbac.rightsFor(user, namespace);
}

function assertHolds(write: Write, wanted: readonly PolicyRule[]): void {
  const { rules, missingRoles } = rightsHeld(write);
  const missing = missingRights(rules, wanted);
  if (missing.length === 0) return;
  const { name, groups } = write.context.user;
  const who = `user ${quoteGoString(name)} (groups=${quoteGoStrings(groups)})`;
  const what = describeRights(missing).join("\n");
  const lost = describeMissingRoles(write.resource, missingRoles);
  throw rejection(write, `${who} is attempting to grant RBAC permissions not currently held:\n${what}${lost}`);
}

/** Names each missing role once: bindings to missing roles may grant more than the resolved rules. */
function describeMissingRoles(resource: GroupResource, roles: readonly RoleRef[]): string {
  const messages = roles.map(({ name }) => notFound(resource, name).status.message ?? "");
  return messages.length === 0 ? "" : `; resolution errors: [${formatErrorMessages(messages)}]`;
}

function rejection({ resource, object }: Write, why: string): Error {
  return forbidden(resource, object.metadata.name ?? "", why);
}
