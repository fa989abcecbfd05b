/** The certificate authorities of a conversion webhook, which are in the CustomResourceDefinition. */
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { Stored } from "@kubewright/apimachinery";

/** The definition with this `caBundle`. Undefined if it already has it, or if the kind has no conversion webhook. */
export function withAuthority(
  definition: Stored<CustomResourceDefinition>,
  caBundle: string,
): Stored<CustomResourceDefinition> | undefined {
  const { spec } = definition;
  const webhook = spec.conversion?.webhook;
  const clientConfig = webhook?.clientConfig;
  if (spec.conversion === undefined || webhook === undefined || clientConfig === undefined) return undefined;
  if (clientConfig.caBundle === caBundle) return undefined;
  const conversion = { ...spec.conversion, webhook: { ...webhook, clientConfig: { ...clientConfig, caBundle } } };
  return { ...definition, spec: { ...spec, conversion } };
}
