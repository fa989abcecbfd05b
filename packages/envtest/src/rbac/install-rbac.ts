/** Installs the service accounts, roles and bindings of a project, and finds the user of its operator. */
import type { KubernetesObject, NamespacedKey, ResourceType } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import { EnvironmentError } from "../errors.ts";
import { createOrReplace } from "../manifests/create-or-replace.ts";
import { readManifests } from "../manifests/read-manifests.ts";
import type { ManifestSource } from "../manifests/read-manifests.ts";
import { serviceAccountUser } from "../users/environment-user.ts";
import type { EnvironmentUser } from "../users/environment-user.ts";
import { waitForRules } from "./wait-for-rules.ts";

const rbac = { group: "rbac.authorization.k8s.io", version: "v1" };
const types = {
  Namespace: { group: "", version: "v1", kind: "Namespace", plural: "namespaces", namespaced: false },
  ServiceAccount: { group: "", version: "v1", kind: "ServiceAccount", plural: "serviceaccounts", namespaced: true },
  ClusterRole: { ...rbac, kind: "ClusterRole", plural: "clusterroles", namespaced: false },
  ClusterRoleBinding: { ...rbac, kind: "ClusterRoleBinding", plural: "clusterrolebindings", namespaced: false },
  Role: { ...rbac, kind: "Role", plural: "roles", namespaced: true },
  RoleBinding: { ...rbac, kind: "RoleBinding", plural: "rolebindings", namespaced: true },
} satisfies Record<string, ResourceType>;

export const namespaceType: ResourceType = types.Namespace;

export interface InstallRbacOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Reads the service accounts, roles, bindings and namespaces in the sources, such as `config/rbac`. Other kinds are skipped. */
export function readRbac(sources: readonly ManifestSource[]): Promise<readonly KubernetesObject[]> {
  return readManifests(sources, { action: "install RBAC", kinds: Object.keys(types) });
}

/**
 * Creates the objects, or replaces them, and the namespaces that they are in. Resolves with the user of their service account, once the API server has
 * granted the roles that are bound to it.
 *
 * @throws {EnvironmentError} if the objects do not contain exactly one service account, or the API server does not grant its roles.
 */
export async function installRbac(
  objects: readonly KubernetesObject[],
  options: InstallRbacOptions,
): Promise<EnvironmentUser> {
  const account = accountIn(objects);
  for (const name of missingNamespaces(objects)) {
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
    if (!(await options.client.get(namespaceType, { name }))) await createOrReplace(namespaceType, namespace, options);
  }
  // Namespaces first.
  for (const object of objects.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    await createOrReplace(rbacTypeOf(object), object, options);
  }
  const user = serviceAccountUser(account);
  await waitForRules(objects, { ...options, account, user });
  return user;
}

/** The namespaces of the objects that the manifests do not contain. */
function missingNamespaces(objects: readonly KubernetesObject[]): ReadonlySet<string> {
  const contained = objects.filter(({ kind }) => kind === "Namespace").map(({ metadata }) => metadata?.name ?? "");
  return new Set(objects.flatMap(({ metadata }) => metadata?.namespace ?? [])).difference(new Set(contained));
}

function rankOf({ kind }: KubernetesObject): number {
  return kind === "Namespace" ? 0 : 1;
}

function accountIn(objects: readonly KubernetesObject[]): NamespacedKey {
  const accounts = objects.filter(({ kind }) => kind === "ServiceAccount");
  const [metadata] = accounts.map((each) => each.metadata);
  if (accounts.length !== 1 || metadata?.name === undefined) {
    throw new EnvironmentError(
      `Cannot install RBAC: the manifests contain ${accounts.length} ServiceAccounts, must be 1, that of the operator`,
    );
  }
  return { namespace: metadata.namespace ?? "default", name: metadata.name };
}

/** @throws {EnvironmentError} for an object of another kind. */
export function rbacTypeOf({ kind }: KubernetesObject): ResourceType {
  const found = Object.values(types).find((type) => type.kind === kind);
  if (found) return found;
  throw new EnvironmentError(
    `Cannot install RBAC: an object has kind ${JSON.stringify(kind)}, must be one of ${Object.keys(types).join(", ")}`,
  );
}
