/** Installs CRDs and waits until the server serves their kinds. */
import { isApiError, isConditionTrue, isNotFound } from "@kubewright/apimachinery";
import type { Condition, KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { assertNumbers, numberRules } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import { EnvironmentError } from "../errors.ts";
import { createOrReplace } from "../manifests/create-or-replace.ts";

/** The fields of a CRD that are read. */
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

/**
 * The wait for installed CRDs, as in envtest's
 * [CRDInstallOptions](https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/envtest#CRDInstallOptions).
 */
export interface CrdInstallTimes {
  /** Milliseconds until a CRD that is not served is an error. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Milliseconds between two reads of a CRD. Default: 50. */
  readonly intervalMs?: number;
}

export interface InstallOptions extends CrdInstallTimes {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates the CRDs, or replaces existing ones, and resolves once every served version of each can be listed. The mapper of `client` has their
 * kinds then.
 *
 * @throws {EnvironmentError} if one is not served in time. Throws `ApiError` if the server rejects one, and `TypeError` for an invalid time.
 */
export async function installCrds(crds: readonly KubernetesObject[], options: InstallOptions): Promise<void> {
  for (const crd of crds) await createOrReplace(crdType, crd, options);
  for (const crd of crds) await waitForCrd(crd, options);
}

/**
 * Resolves once every served version of a stored CRD can be listed.
 *
 * @throws {EnvironmentError} if it is not served in time. Throws `TypeError` for an invalid time.
 */
export async function waitForCrd(crd: KubernetesObject, options: InstallOptions): Promise<void> {
  const { client, clock, signal, timeoutMs = 10_000, intervalMs = 50 } = options;
  const name = crd.metadata?.name ?? "";
  assertNumbers(`Cannot install CRD "${name}"`, { timeoutMs, intervalMs }, numberRules.fromZeroMs);
  const deadline = clock.now() + timeoutMs;
  for (;;) {
    const stored = await client.get(crdType, { name }, { signal });
    const isEstablished = isConditionTrue(stored?.status?.conditions, "Established");
    if (stored && isEstablished && (await areServed(stored, client, signal))) return;
    if (clock.now() > deadline) {
      throw new EnvironmentError(
        `Cannot install CRD "${name}": it is not served after ${timeoutMs} ms: ${stateOf(stored)}`,
      );
    }
    await clock.sleep(intervalMs, { signal });
  }
}

/** A CRD may be established a moment before the server serves its kind. */
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

/** The kind is served, but its conversion webhook is not, which may need the kind to start. */
const unconverted = /\bconversion webhook for .+ failed\b/;

function stateOf(crd: Crd | undefined): string {
  if (!crd) return "it was deleted meanwhile";
  const conditions = crd.status?.conditions?.map(({ type, status, message }) => `${type}=${status} ${message}`);
  return conditions?.join(", ") ?? "it has no conditions";
}
