// Lets a user with the verb `impersonate` act as another user.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
import { badRequest } from "@kubewright/apimachinery";
import { headerOf, headerValuesOf } from "@kubewright/transport";
import type { HeaderMap } from "@kubewright/transport";
import { anonymous, withAuthenticatedGroup } from "../authentication/user-info.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import { assertAllowed } from "../authorization/authorizer.ts";
import type { Authorizer, ResourceAccess } from "../authorization/authorizer.ts";
import type { RequestHandler } from "./request-state.ts";

const headerPrefix = "impersonate-";
const userHeader = "impersonate-user";
const groupHeader = "impersonate-group";
const uidHeader = "impersonate-uid";
const extraPrefix = "impersonate-extra-";

/** Replaces the authenticated user by the one in the headers. Throws 400 for headers without a user, and 403 without the permission. */
export function withImpersonation(next: RequestHandler, authorizer: Authorizer): RequestHandler {
  return (state) => {
    const { headers } = state.request;
    if (hasImpersonation(headers)) state.user = impersonatedUser(state.user, headers, authorizer);
    return next(state);
  };
}

function hasImpersonation(headers: HeaderMap): boolean {
  for (const name in headers) if (name.startsWith(headerPrefix)) return true;
  return false;
}

const serviceAccountName = /^system:serviceaccount:([^:]+):([^:]+)$/;

function impersonatedUser(user: UserInfo, headers: HeaderMap, authorizer: Authorizer): UserInfo {
  const name = headerOf(headers, userHeader);
  const groups = headerValuesOf(headers, groupHeader);
  const uid = headerOf(headers, uidHeader);
  const extra = extraOf(headers);
  if (name === undefined) {
    if (groups.length === 0 && uid === undefined && extra === undefined) return user;
    throw badRequest("requested impersonation without impersonating a user");
  }
  const [account, namespace = "", accountName = ""] = serviceAccountName.exec(name) ?? [];
  const requested = [
    account === undefined ? access("", "users", name) : { ...access("", "serviceaccounts", accountName), namespace },
    ...groups.map((group) => access("", "groups", group)),
    ...(uid === undefined ? [] : [access("authentication.k8s.io", "uids", uid)]),
    ...Object.entries(extra ?? {}).flatMap(([subresource, values]) =>
      values.map((value) => ({ ...access("authentication.k8s.io", "userextras", value), subresource })),
    ),
  ];
  for (const target of requested) assertAllowed(authorizer, { user, verb: "impersonate", target });

  const impliedGroups =
    account === undefined || groups.length > 0 ? [] : ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
  return withAuthenticatedGroup({
    name,
    groups: name === anonymous.name && groups.length === 0 ? anonymous.groups : [...groups, ...impliedGroups],
    ...(uid === undefined ? {} : { uid }),
    ...(extra === undefined ? {} : { extra }),
  });
}

/** The extra fields in the headers; `undefined` without such headers. */
function extraOf(headers: HeaderMap): UserInfo["extra"] {
  const names = Object.keys(headers).filter((header) => header.startsWith(extraPrefix));
  if (names.length === 0) return undefined;
  return Object.fromEntries(
    names.map((header) => [decodedKey(header.slice(extraPrefix.length)), headerValuesOf(headers, header)]),
  );
}

function access(group: string, resource: string, name: string): ResourceAccess {
  return { type: "resource", group, version: "v1", resource, subresource: "", namespace: "", name };
}

function decodedKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key; // kube-apiserver takes a key that is not percent-encoded literally.
  }
}
