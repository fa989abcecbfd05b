/**
 * Conversions of a test's kinds. The CRDs of these kinds get the conversion strategy Webhook before they are installed, as by the patches of kubebuilder.
 */
import type { Clock, Random } from "@kubewright/async";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { conversionPath } from "@kubewright/webhook";
import type { Spoke } from "@kubewright/webhook";
import { EnvironmentError } from "../errors.ts";
import { serveWebhooks } from "./serve-webhooks.ts";
import type { ClientConfig } from "./webhook-configuration.ts";

/** The fields of a CRD that are read. */
interface Crd extends KubernetesObject {
  readonly spec?: { readonly group?: string; readonly names?: { readonly kind?: string } };
}

export interface ServedConversions extends AsyncDisposable {
  /** The CRDs; those of kinds with conversions name the webhook. */
  readonly crds: readonly KubernetesObject[];
}

/**
 * Serves the conversions over TLS on a free port of 127.0.0.1.
 *
 * @throws {EnvironmentError} if the kind of a conversion has no CRD.
 */
export async function serveConversions(
  crds: readonly KubernetesObject[],
  conversions: readonly Spoke[],
  options: { readonly clock: Clock; readonly random: Random },
): Promise<ServedConversions> {
  await using resources = new AsyncDisposableStack();
  const { url, caBundle } = resources.use(await serveWebhooks({}, { ...options, conversions }));
  const converted = convertedCrds(crds, conversions, { url: `${url}${conversionPath}`, caBundle });
  const owned = resources.move();
  return { crds: converted, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** The address of conversions in the process of the embedded server. */
export const conversionsInProcess: ClientConfig = {
  service: { namespace: "default", name: "conversion-webhook", path: conversionPath },
};

/**
 * The CRDs; those of kinds with conversions name the webhook.
 *
 * @throws {EnvironmentError} if the kind of a conversion has no CRD.
 */
export function convertedCrds(
  crds: readonly KubernetesObject[],
  conversions: readonly Spoke[],
  clientConfig: ClientConfig,
): readonly KubernetesObject[] {
  for (const { type } of conversions) {
    if (crds.some((crd) => isOf(crd, type))) continue;
    throw new EnvironmentError(
      `Cannot install conversions of ${type.kind} of group "${type.group}": found no CRD of that kind: add it to the option crds`,
    );
  }
  return crds.map((crd) => (conversions.some(({ type }) => isOf(crd, type)) ? convertedBy(clientConfig, crd) : crd));
}

function isOf({ spec }: Crd, { group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return spec?.group === group && spec.names?.kind === kind;
}

function convertedBy(clientConfig: ClientConfig, crd: Crd): KubernetesObject {
  const conversion = { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } };
  return { ...crd, spec: { ...crd.spec, conversion } } as Crd;
}
