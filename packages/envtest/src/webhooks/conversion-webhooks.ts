/**
 * Conversions of a test's kinds, where an API server outside of this process asks for them. A CRD that has some is pointed at them before it is
 * installed, as a patch of kubebuilder's does in a cluster.
 */
import type { Clock, Random } from "@kubewright/async";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { conversionPath } from "@kubewright/webhook";
import type { Spoke } from "@kubewright/webhook";
import { EnvironmentError } from "../errors.ts";
import { serveWebhooks } from "./serve-webhooks.ts";
import type { ServedWebhooks } from "./serve-webhooks.ts";

/** What we read of a CRD. */
interface Crd extends KubernetesObject {
  readonly spec?: { readonly group?: string; readonly names?: { readonly kind?: string } };
}

export interface ServedConversions extends AsyncDisposable {
  /** The CRDs, those that have conversions pointed at them. */
  readonly crds: readonly KubernetesObject[];
}

/**
 * Serves the conversions over TLS on a free port of 127.0.0.1.
 *
 * @throws {EnvironmentError} when there is no CRD for the kind of one.
 */
export async function serveConversions(
  crds: readonly KubernetesObject[],
  conversions: readonly Spoke[],
  options: { readonly clock: Clock; readonly random: Random },
): Promise<ServedConversions> {
  for (const { type } of conversions) {
    if (crds.some((crd) => isOf(crd, type))) continue;
    throw new EnvironmentError(
      `Cannot install conversions of ${type.kind} of group "${type.group}": there is no CRD of that kind: add it to the option crds`,
    );
  }
  const served = await serveWebhooks({}, { ...options, conversions });
  return {
    crds: crds.map((crd) => (conversions.some(({ type }) => isOf(crd, type)) ? convertedBy(served, crd) : crd)),
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}

function isOf({ spec }: Crd, { group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return spec?.group === group && spec.names?.kind === kind;
}

/** The CRD with its objects converted by this server. */
export function convertedBy({ url, caBundle }: Pick<ServedWebhooks, "url" | "caBundle">, crd: Crd): KubernetesObject {
  const clientConfig = { url: `${url}${conversionPath}`, caBundle };
  const conversion = { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } };
  return { ...crd, spec: { ...crd.spec, conversion } } as Crd;
}
