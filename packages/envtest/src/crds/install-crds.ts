/** Puts CRDs into a server and waits until it serves their kinds. */
import { isAlreadyExists, isConditionTrue, isNotFound } from "@kubewright/apimachinery";
import type { Condition, KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import { EnvironmentError } from "../errors.ts";

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
  readonly signal?: AbortSignal;
}

/**
 * Creates the CRDs, or replaces those that are there, and resolves once every served version of each can be listed; `client` knows their
 * kinds from then on.
 *
 * @throws {EnvironmentError} when one is not served in time; `ApiError` when the server refuses one.
 */
export async function installCrds(crds: readonly KubernetesObject[], options: InstallOptions): Promise<void> {
  for (const crd of crds) await createOrReplace(crd, options);
  for (const crd of crds) await untilServed(crd, options);
}

async function createOrReplace(crd: KubernetesObject, { client, signal }: InstallOptions): Promise<void> {
  const options = signal ? { signal } : {};
  try {
    await client.create(crd, options);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const existing = await client.get(crdType, { name: crd.metadata?.name ?? "" }, options);
    await client.update({ ...crd, metadata: { ...crd.metadata, ...resourceVersionOf(existing) } }, options);
  }
}

async function untilServed(crd: KubernetesObject, { client, clock, signal }: InstallOptions): Promise<void> {
  const options = signal ? { signal } : {};
  const name = crd.metadata?.name ?? "";
  const deadline = clock.now() + servedWithinMs;
  for (;;) {
    const stored = await client.get(crdType, { name }, options);
    const types = stored ? servedTypes(stored) : [];
    if (isConditionTrue(stored?.status?.conditions, "Established") && (await areListed(types))) {
      // The client may have asked just before which kinds there are, and would not ask again at once.
      for (const type of types) client.mapper.register(type);
      return;
    }
    if (clock.now() > deadline) {
      const why = stored?.status?.conditions
        ?.map(({ type, status, message }) => `${type}=${status} ${message}`)
        .join(", ");
      throw new EnvironmentError(
        `Cannot install CRD "${name}": it is not served after ${servedWithinMs} ms: ${why ?? "it has no conditions"}`,
      );
    }
    await clock.sleep(askAgainAfterMs, options);
  }

  async function areListed(types: readonly ResourceType[]): Promise<boolean> {
    const answers = await Promise.all(types.map(isListed));
    return answers.every(Boolean);
  }

  async function isListed(type: ResourceType): Promise<boolean> {
    try {
      for await (const chunk of client.raw.listStream(type, { ...options, limit: 1 })) if (chunk.kind === "end") break;
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
}

function servedTypes({ spec }: Stored<Crd>): readonly ResourceType[] {
  const { group = "", names: { kind = "", plural = "" } = {}, versions = [], scope } = spec ?? {};
  const served = versions.filter((version) => version.served);
  return served.map(({ name }) => ({ group, version: name, kind, plural, namespaced: scope === "Namespaced" }));
}

function resourceVersionOf(object: Stored<Crd> | undefined): { readonly resourceVersion?: string } {
  return object ? { resourceVersion: object.metadata.resourceVersion } : {};
}
