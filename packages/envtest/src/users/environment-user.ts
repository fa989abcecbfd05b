/** Users of a test environment, and transports that act as them. */
import type { Client } from "@kubewright/client";
import type { Transport } from "@kubewright/transport";

/** A user of the API server. The server adds the group `system:authenticated`, and to service accounts their groups. */
export interface EnvironmentUser {
  readonly name: string;
  /** Default: none. */
  readonly groups?: readonly string[];
}

/** How a user of an environment reaches its server. */
export interface AddedUser {
  /** For `createClient({ transport })` and `createManager({ transport })`. Disposing the environment ends it. */
  readonly transport: Transport;
  /** Over `transport`, without a cache. */
  readonly client: Client;
  /**
   * A kubeconfig for other programs, which contains a credential: write it with mode 0600.
   *
   * @throws {EnvironmentError} in an existing cluster, whose users the environment cannot add.
   */
  kubeconfig(): Promise<string>;
}

/** The user of a Pod with this service account. */
export function serviceAccountUser({ namespace, name }: { readonly namespace: string; readonly name: string }): {
  readonly name: string;
  readonly groups: readonly string[];
} {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
  };
}

/**
 * Acts as the user through impersonation headers, with the connections of `transport`, whose user needs permission to impersonate. Disposing the result
 * leaves `transport` open.
 */
export function impersonate(transport: Transport, { name, groups = [] }: EnvironmentUser): Transport {
  const headers = { "impersonate-user": name, ...(groups.length > 0 ? { "impersonate-group": groups } : {}) };
  return {
    request: (request) => transport.request({ ...request, headers: { ...request.headers, ...headers } }),
    upgrade: (request) => transport.upgrade({ ...request, headers: { ...request.headers, ...headers } }),
    async [Symbol.asyncDispose]() {},
  };
}
