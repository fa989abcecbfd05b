// Users and well-known user names. https://kubernetes.io/docs/reference/access-authn-authz/authentication/

/** The sender of a request. */
export interface UserInfo {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Members of this group are permitted everything. */
export const mastersGroup = "system:masters";

export const authenticatedGroup = "system:authenticated";

export const unauthenticatedGroup = "system:unauthenticated";

/** The user of requests without credentials. */
export const anonymous: UserInfo = { name: "system:anonymous", groups: [unauthenticatedGroup] };

/** Whether a user has no credentials. A connection in process may use this name or group as well. */
export function isAnonymous({ name, groups }: UserInfo): boolean {
  return name === anonymous.name || groups.some((group) => anonymous.groups.includes(group));
}

/** The server, when it writes on its own behalf. */
export const serverUser: UserInfo = withAuthenticatedGroup({ name: "system:apiserver", groups: [mastersGroup] });

/** The default user of requests in process. */
export const administrator: UserInfo = withAuthenticatedGroup({ name: "admin", groups: [mastersGroup] });

/** Adds the group `system:authenticated` to an authenticated user, unless the user has it or `system:unauthenticated`. */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  if (user.groups.includes(authenticatedGroup) || user.groups.includes(unauthenticatedGroup)) return user;
  if (user.name === anonymous.name) return user;
  return { ...user, groups: [...user.groups, authenticatedGroup] };
}
