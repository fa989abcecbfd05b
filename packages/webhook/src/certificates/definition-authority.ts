/** The authority by which an API server knows the webhook that converts the objects of a kind: it stands in the kind's definition. */
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { Stored } from "@kubewright/apimachinery";

/** The definition with this authority. Undefined when there is nothing to change: it has the authority, or no webhook converts its objects. */
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
