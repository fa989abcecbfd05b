/**
 * Waits until an API server grants the rules that are bound to a service account. A real server reads roles and bindings from caches, which lag behind the
 * store; a SubjectAccessReview shows what it grants.
 */
import { encodeJson } from "@kubewright/apimachinery";
import type { KubernetesObject, NamespacedKey, ResourceType } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import { EnvironmentError } from "../errors.ts";
import type { EnvironmentUser } from "../users/environment-user.ts";

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs?: readonly string[];
}

interface RoleOrBinding extends KubernetesObject {
  readonly rules?: readonly Rule[] | null;
  readonly roleRef?: { readonly kind?: string; readonly name?: string };
  readonly subjects?: readonly { readonly kind?: string; readonly name?: string; readonly namespace?: string }[];
}

const subjectAccessReview: ResourceType = {
  group: "authorization.k8s.io",
  version: "v1",
  kind: "SubjectAccessReview",
  plural: "subjectaccessreviews",
  namespaced: false,
};

const grantedWithinMs = 30_000;
const pollMs = 50;

export interface WaitForRulesOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly account: NamespacedKey;
  readonly user: EnvironmentUser;
  readonly signal?: AbortSignal | undefined;
}

/** @throws {EnvironmentError} if the API server does not grant a rule in time. */
export async function waitForRules(objects: readonly KubernetesObject[], options: WaitForRulesOptions): Promise<void> {
  const { clock, user, signal } = options;
  const deadline = clock.now() + grantedWithinMs;
  for (const attributes of grantedAttributes(objects, options.account)) {
    const spec = { user: user.name, groups: user.groups ?? [], ...attributes };
    for (;;) {
      if (await isAllowed(spec, options)) break;
      if (clock.now() > deadline) {
        throw new EnvironmentError(
          `Cannot install RBAC: the API server does not grant ${JSON.stringify(attributes)} to user ${JSON.stringify(user.name)} after ${grantedWithinMs} ms`,
        );
      }
      await clock.sleep(pollMs, { signal });
    }
  }
}

async function isAllowed(spec: object, { client, signal }: WaitForRulesOptions): Promise<boolean> {
  const { apiVersion, kind } = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview" };
  const body = encodeJson({ apiVersion, kind, spec });
  const answer: unknown = JSON.parse(
    new TextDecoder().decode(await client.raw.create(subjectAccessReview, {}, body, { signal })),
  );
  const { status } = answer as { readonly status?: { readonly allowed?: boolean } }; // The API server's review.
  return status?.allowed === true;
}

/** One request that each rule permits, as a review describes it. */
function* grantedAttributes(objects: readonly RoleOrBinding[], account: NamespacedKey): Generator<object> {
  for (const binding of objects) {
    const isBound = binding.subjects?.some(
      ({ kind, name, namespace }) =>
        kind === "ServiceAccount" && name === account.name && namespace === account.namespace,
    );
    if (!isBound) continue;
    const namespace = binding.kind === "RoleBinding" ? binding.metadata?.namespace : undefined;
    const role = objects.find(
      ({ kind, metadata }) =>
        kind === binding.roleRef?.kind &&
        metadata?.name === binding.roleRef?.name &&
        (kind === "ClusterRole" || metadata?.namespace === namespace),
    );
    for (const rule of role?.rules ?? []) yield attributesOf(rule, namespace);
  }
}

function attributesOf(rule: Rule, namespace: string | undefined): object {
  const verb = rule.verbs?.[0];
  const path = rule.nonResourceURLs?.[0];
  if (path !== undefined) return { nonResourceAttributes: { verb, path } };
  const [resource, subresource] = (rule.resources?.[0] ?? "").split("/");
  const group = rule.apiGroups?.[0];
  const name = rule.resourceNames?.[0];
  return {
    resourceAttributes: {
      verb,
      group,
      resource,
      ...(subresource && { subresource }),
      ...(name && { name }),
      namespace,
    },
  };
}
