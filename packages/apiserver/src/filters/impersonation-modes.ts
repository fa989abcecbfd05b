// The modes of impersonation. Each mode decides for which users it is, and needs the verb of the mode for every field of the wanted user; the
// constrained modes also need the verb `impersonate-on:<mode>:<verb>` for the request itself.
// https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/#constrained-impersonation
import { formatFieldErrors, isDns1123Subdomain, isDomainPrefixedPath, quoteGoString } from "@kubewright/apimachinery";
import { nodeNameKey, serviceAccountOf } from "../authentication/service-account-name.ts";
import { anonymous, authenticatedGroup, mastersGroup, unauthenticatedGroup } from "../authentication/user-info.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import { assertAllowed, forbiddenError } from "../authorization/authorizer.ts";
import type { AccessRequest, Authorizer, ResourceAccess } from "../authorization/authorizer.ts";
import type { WantedUser } from "./impersonation-headers.ts";

export interface ImpersonatedUser {
  readonly user: UserInfo;
  /** The verb of a constrained mode. */
  readonly constraint?: string;
}

/** Returns the impersonated user; `undefined` if the mode is not for this user. Throws 403 if the requester lacks a right. */
export type ImpersonationMode = (wanted: WantedUser, request: AccessRequest) => ImpersonatedUser | undefined;

/** The rights of one mode to become a user. */
interface ModeRights {
  readonly authorizer: Authorizer;
  readonly requester: UserInfo;
  readonly verb: string;
  readonly isConstrained: boolean;
  /** The name of nodes in the checks of rights. Default: the name of the wanted node. */
  readonly nodeName?: string;
}

interface ConstrainedMode {
  readonly name: string;
  readonly isFor: (wanted: WantedUser, requester: UserInfo) => boolean;
  readonly nodeName?: string;
}

/** In the order in which they are tried. */
const constrainedModes: readonly ConstrainedMode[] = [
  // A service account becomes the node of its token. Its right is for all nodes.
  { name: "associated-node", isFor: isAssociatedNode, nodeName: "*" },
  { name: "arbitrary-node", isFor: (wanted) => hasNameOnly(wanted) && nodeOf(wanted.name) !== undefined },
  { name: "serviceaccount", isFor: (wanted) => hasNameOnly(wanted) && serviceAccountOf(wanted.name) !== undefined },
  { name: "user-info", isFor: ({ name }) => nodeOf(name) === undefined && serviceAccountOf(name) === undefined },
];

/** The modes in the order in which they are tried. */
export function impersonationModes(authorizer: Authorizer): readonly ImpersonationMode[] {
  const unconstrained: ImpersonationMode = (wanted, { user: requester }) => ({
    user: impersonated(wanted, { authorizer, requester, verb: "impersonate", isConstrained: false }),
  });
  return [...constrainedModes.map((mode) => constrainedImpersonation(mode, authorizer)), unconstrained];
}

function constrainedImpersonation(
  { name, isFor, ...node }: ConstrainedMode,
  authorizer: Authorizer,
): ImpersonationMode {
  return (wanted, request) => {
    const { user: requester } = request;
    if (!isFor(wanted, requester)) return undefined;
    assertAllowed(authorizer, { ...request, verb: `impersonate-on:${name}:${request.verb}` });
    const verb = `impersonate:${name}`;
    return {
      user: impersonated(wanted, { ...node, authorizer, requester, verb, isConstrained: true }),
      constraint: verb,
    };
  };
}

/** The user, after a check of the right to each of its fields. */
function impersonated(wanted: WantedUser, rights: ModeRights): UserInfo {
  const { name, uid, extra } = wanted;
  const groups = groupsOf(wanted, rights);
  assertMay(rights, nameAccess(name, rights));
  if (uid !== "") assertMay(rights, access(authenticationGroup, "uids", uid));
  assertGroups(wanted.groups, rights);
  assertExtra(extra, rights);
  const implied = name === anonymous.name ? unauthenticatedGroup : authenticatedGroup;
  return {
    name,
    groups: groups.includes(unauthenticatedGroup) || groups.includes(implied) ? groups : [...groups, implied],
    ...(uid === "" ? {} : { uid }),
    ...(extra.size === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
}

/** The wanted groups. Nodes and service accounts have fixed groups. */
function groupsOf({ name, groups }: WantedUser, { isConstrained }: ModeRights): readonly string[] {
  if (groups.length > 0) return groups;
  if (isConstrained && nodeOf(name) !== undefined) return ["system:nodes"];
  const account = serviceAccountOf(name);
  return account === undefined ? [] : ["system:serviceaccounts", `system:serviceaccounts:${account.namespace}`];
}

const authenticationGroup = "authentication.k8s.io";

/** The group of users and groups: the constrained modes have their own rules. */
function userGroup({ isConstrained }: ModeRights): string {
  return isConstrained ? authenticationGroup : "";
}

function nameAccess(name: string, rights: ModeRights): ResourceAccess {
  const node = rights.isConstrained ? nodeOf(name) : undefined;
  if (node !== undefined) return access(authenticationGroup, "nodes", rights.nodeName ?? node);
  const account = serviceAccountOf(name);
  if (account === undefined) return access(userGroup(rights), "users", name);
  return { ...access(userGroup(rights), "serviceaccounts", account.name), namespace: account.namespace };
}

/** From this number of groups or values on, a right to all of them is checked first. */
const manyChecks = 4;

function assertGroups(groups: readonly string[], rights: ModeRights): void {
  const groupAccess = (name: string): ResourceAccess => access(userGroup(rights), "groups", name);
  if (rights.isConstrained) {
    if (groups.includes("")) throw denied(rights, groupAccess(""), "the empty string group is not allowed");
    if (groups.includes(mastersGroup)) {
      throw denied(rights, groupAccess(mastersGroup), `the ${mastersGroup} group is not allowed`);
    }
    if (groups.length >= manyChecks && may(rights, groupAccess("*"))) return;
  }
  for (const group of groups) assertMay(rights, groupAccess(group));
}

function assertExtra(extra: WantedUser["extra"], rights: ModeRights): void {
  const extraAccess = (subresource: string, name: string): ResourceAccess => ({
    ...access(authenticationGroup, "userextras", name),
    subresource,
  });
  if (rights.isConstrained) {
    const problem = extraProblem(extra);
    if (problem !== undefined) throw denied(rights, extraAccess("", ""), problem);
    const count = [...extra.values()].reduce((sum, values) => sum + values.length, 0);
    if (Math.max(extra.size, count) >= manyChecks && may(rights, extraAccess("*", "*"))) return;
  }
  for (const [key, values] of extra) for (const value of values) assertMay(rights, extraAccess(key, value));
}

/** Why extra fields cannot be impersonated in a constrained mode. */
function extraProblem(extra: WantedUser["extra"]): string | undefined {
  for (const [key, values] of extra) {
    if (key === "") return "the empty string key in extra is not allowed";
    const errors = isDomainPrefixedPath("extra.key", key);
    if (errors.length > 0) return `an invalid key in extra is not allowed: ${formatFieldErrors(errors)}`;
    if (key !== key.toLowerCase()) return `a non-lowercase key in extra is not allowed: ${quoteGoString(key)}`;
    if (values.includes("")) return "the empty string value in extra is not allowed";
  }
  return undefined;
}

function may({ authorizer, requester, verb }: ModeRights, target: ResourceAccess): boolean {
  return authorizer.authorize({ user: requester, verb, target }).allowed;
}

function assertMay({ authorizer, requester, verb }: ModeRights, target: ResourceAccess): void {
  assertAllowed(authorizer, { user: requester, verb, target });
}

function denied({ requester, verb }: ModeRights, target: ResourceAccess, problem: string): Error {
  return forbiddenError({ user: requester, verb, target }, `impersonating ${problem}`);
}

function access(group: string, resource: string, name: string): ResourceAccess {
  return { type: "resource", group, version: "v1", resource, subresource: "", namespace: "", name };
}

function hasNameOnly({ uid, groups, extra }: WantedUser): boolean {
  return uid === "" && groups.length === 0 && extra.size === 0;
}

function isAssociatedNode(wanted: WantedUser, requester: UserInfo): boolean {
  const node = nodeOf(wanted.name);
  const [associated, ...others] = requester.extra?.[nodeNameKey] ?? [];
  if (node === undefined || node !== associated || others.length > 0) return false;
  return hasNameOnly(wanted) && serviceAccountOf(requester.name) !== undefined;
}

const nodePrefix = "system:node:";

/** The node of a user name; `undefined` for other users. */
function nodeOf(userName: string): string | undefined {
  if (!userName.startsWith(nodePrefix)) return undefined;
  const node = userName.slice(nodePrefix.length);
  return isDns1123Subdomain(node).length === 0 ? node : undefined;
}
