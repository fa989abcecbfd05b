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

const authenticatedGroup = "system:authenticated";

/** The user of requests without credentials. */
export const anonymous: UserInfo = { name: "system:anonymous", groups: ["system:unauthenticated"] };

/** The server, when it writes on its own behalf. */
export const serverUser: UserInfo = withAuthenticatedGroup({ name: "system:apiserver", groups: [mastersGroup] });

/** The default user of requests in process. */
export const administrator: UserInfo = withAuthenticatedGroup({ name: "admin", groups: [mastersGroup] });

/** Adds the group `system:authenticated` to an authenticated user. */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  if (user.groups.includes(authenticatedGroup) || user.name === anonymous.name) return user;
  return { ...user, groups: [...user.groups, authenticatedGroup] };
}
