/** The names of a policy of random rights. */
export interface Place {
  /** Begins all names that are cluster-scoped. */
  readonly prefix: string;
  readonly namespaces: readonly [string, string];
  /** Users that an administrator impersonates. */
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** Service accounts of the first namespace, which send requests with tokens. */
  readonly accounts: readonly string[];
}

export const rbacGroup = "rbac.authorization.k8s.io";
export const rbacPath = `/apis/${rbacGroup}/v1`;

/** The key of extra fields that some rules permit to impersonate. */
export const extraKey = "acme.io/scope";
