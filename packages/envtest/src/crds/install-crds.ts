/** Puts CRDs into a server and waits until it serves their kinds. */
import { isApiError, isConditionTrue, isNotFound } from "@kubewright/apimachinery";
import type { Condition, KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import { EnvironmentError } from "../errors.ts";
import { createOrReplace } from "../manifests/create-or-replace.ts";

/** What we read of a CRD. */
interface Crd extends KubernetesObject {
  readonly spec?: {
    readonly group?: string;
    readonly names?: { readonly plural?: string; readonly kind?: string };
    readonly scope?: string;
    readonly versions?: readonly { readonly name: string; readonly served?: boolean }[];
  };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

const crdType: ResourceType<Crd> = {
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  namespaced: false,
};

/** As envtest: a server that has not served a CRD after this time refuses it, and its conditions say why. */
const servedWithinMs = 10_000;
const askAgainAfterMs = 50;

export interface InstallOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates the CRDs, or replaces those that are there, and resolves once every served version of each can be listed; `client` knows their
 * kinds from then on.
 *
 * @throws {EnvironmentError} when one is not served in time; `ApiError` when the server refuses one.
 */
export async function installCrds(crds: readonly KubernetesObject[], options: InstallOptions): Promise<void> {
  for (const crd of crds) await createOrReplace(crdType, crd, options);
  for (const crd of crds) await waitForCrd(crd, options);
}

/**
 * Resolves once every served version of a stored CRD can be listed.
 *
 * @throws {EnvironmentError} when it is not served in time.
 */
export async function waitForCrd(crd: KubernetesObject, { client, clock, signal }: InstallOptions): Promise<void> {
  const options = { signal };
  const name = crd.metadata?.name ?? "";
  const deadline = clock.now() + servedWithinMs;
  for (;;) {
    const stored = await client.get(crdType, { name }, options);
    const isEstablished = isConditionTrue(stored?.status?.conditions, "Established");
    if (stored && isEstablished && (await areServed(stored, client, signal))) return;
    if (clock.now() > deadline) {
      throw new EnvironmentError(
        `Cannot install CRD "${name}": it is not served after ${servedWithinMs} ms: ${stateOf(stored)}`,
      );
    }
    await clock.sleep(askAgainAfterMs, options);
  }
}

/** A server may say "established" a moment before it answers. */
async function areServed({ spec }: Crd, client: Client, signal: AbortSignal | undefined): Promise<boolean> {
  const { group = "", names: { kind = "", plural = "" } = {}, versions = [], scope } = spec ?? {};
  const types = versions
    .filter(({ served }) => served)
    .map(({ name }) => ({ group, version: name, kind, plural, namespaced: scope === "Namespaced" }));
  const answers = await Promise.all(types.map((type) => isListed(type, client, signal)));
  return answers.every(Boolean);
}

async function isListed(type: ResourceType, client: Client, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    for await (const _ of client.raw.listStream(type, { limit: 1, signal })) break;
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    if (isApiError(error) && unconverted.test(error.status.message ?? "")) return true;
    throw error;
  }
}

/** The kind is served; its webhook, which may need the kind to begin, is not. */
const unconverted = /\bconversion webhook for .+ failed\b/;

function stateOf(crd: Crd | undefined): string {
  if (!crd) return "it was deleted meanwhile";
  const conditions = crd.status?.conditions?.map(({ type, status, message }) => `${type}=${status} ${message}`);
  return conditions?.join(", ") ?? "it has no conditions";
}
