// Who sends a request: whoever the way it came by says (a call in process, a client certificate), else a bearer token, else nobody.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/
import { unauthorized } from "@kubewright/apimachinery";
import { headerOf } from "@kubewright/transport";
import type { ServerRequest } from "../endpoints/server-request.ts";
import { mastersGroup } from "../authorization/authorizer.ts";
import type { UserInfo } from "../registry/server-context.ts";

/** Finds the user of a bearer token; `undefined` when it knows no such token. */
export type TokenAuthenticator = (token: string) => UserInfo | undefined;

const authenticatedGroup = "system:authenticated";

/** The user of requests without credentials. */
export const anonymous: UserInfo = { name: "system:anonymous", groups: ["system:unauthenticated"] };

/** The server itself, where it is a client of its own. */
export const serverUser: UserInfo = withAuthenticatedGroup({ name: "system:apiserver", groups: [mastersGroup] });

/** The user of calls in process, unless they name another one: may do everything. */
export const administrator: UserInfo = withAuthenticatedGroup({ name: "admin", groups: [mastersGroup] });

/** The user of a request. Throws 401 for a token that nobody knows. */
export function authenticate(request: ServerRequest, authenticators: readonly TokenAuthenticator[]): UserInfo {
  if (request.user !== undefined) return withAuthenticatedGroup(request.user);
  const header = headerOf(request.headers, "authorization");
  if (header === undefined) return anonymous;
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  // Another scheme is no credential that this server knows, so it counts as none.
  if (token === undefined) return anonymous;
  const user = userOfToken(token, authenticators);
  if (user === undefined) throw unauthorized();
  return withAuthenticatedGroup(user);
}

/** The user of a bearer token, by the first who knows it; `undefined` when nobody does. */
export function userOfToken(token: string, authenticators: readonly TokenAuthenticator[]): UserInfo | undefined {
  for (const find of authenticators) {
    const user = find(token);
    if (user !== undefined) return user;
  }
  return undefined;
}

/** A user who has shown credentials is in the group of those who have. */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  if (user.groups.includes(authenticatedGroup) || user.name === anonymous.name) return user;
  return { ...user, groups: [...user.groups, authenticatedGroup] };
}
