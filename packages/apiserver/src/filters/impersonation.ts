// Acting as somebody else, for those who may. https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
import { badRequest } from "@kubewright/apimachinery";
import { headerOf, headerValuesOf } from "@kubewright/transport";
import type { HeaderMap } from "@kubewright/transport";
import type { Authorizer, ResourceAccess } from "../authorization/authorizer.ts";
import { forbiddenError } from "../authorization/authorizer.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import { anonymous, withAuthenticatedGroup } from "../authentication/user-info.ts";

const userHeader = "impersonate-user";
const groupHeader = "impersonate-group";
const uidHeader = "impersonate-uid";
const extraPrefix = "impersonate-extra-";

const serviceAccountName = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** The user that a request acts as: the one its headers name, or the one who sends it. Throws 400 or 403. */
export function impersonated(user: UserInfo, headers: HeaderMap, authorizer: Authorizer): UserInfo {
  const name = headerOf(headers, userHeader);
  const groups = headerValuesOf(headers, groupHeader);
  const uid = headerOf(headers, uidHeader);
  const extraNames = Object.keys(headers).filter((header) => header.startsWith(extraPrefix));
  if (name === undefined) {
    if (groups.length === 0 && uid === undefined && extraNames.length === 0) return user;
    throw badRequest("requested impersonation without impersonating a user");
  }

  const extra = Object.fromEntries(
    extraNames.map((header) => [
      decodeURIComponentOr(header.slice(extraPrefix.length)),
      headerValuesOf(headers, header),
    ]),
  );
  const account = serviceAccountName.exec(name);
  const [, namespace = "", accountName = ""] = account ?? [];
  assertMay(
    account === null ? access("", "users", name) : { ...access("", "serviceaccounts", accountName), namespace },
  );
  for (const group of groups) assertMay(access("", "groups", group));
  if (uid !== undefined) assertMay(access("authentication.k8s.io", "uids", uid));
  for (const [key, values] of Object.entries(extra)) {
    for (const value of values)
      assertMay({ ...access("authentication.k8s.io", "userextras", value), subresource: key });
  }

  const impliedGroups =
    account === null || groups.length > 0 ? [] : ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
  const target: UserInfo = {
    name,
    groups: name === anonymous.name && groups.length === 0 ? anonymous.groups : [...groups, ...impliedGroups],
    ...(uid === undefined ? {} : { uid }),
    ...(extraNames.length === 0 ? {} : { extra }),
  };
  return withAuthenticatedGroup(target);

  function assertMay(target: ResourceAccess): void {
    const request = { user, verb: "impersonate", target };
    const decision = authorizer.authorize(request);
    if (!decision.allowed) throw forbiddenError(request, decision.reason);
  }
}

function access(group: string, resource: string, name: string): ResourceAccess {
  return { type: "resource", group, version: "v1", resource, subresource: "", namespace: "", name };
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A key that is not encoded is taken as it stands, as in a kube-apiserver.
  }
}
