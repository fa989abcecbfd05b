/**
 * Replaces the conversion of CRDs on a cluster temporarily. The previous conversion is recorded in an annotation, so that the next process
 * can restore it if this one is killed.
 */
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { CustomResourceConversion } from "@kubewright/api/apiextensions.k8s.io/v1";
import { isConflict } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

import { CommandError } from "../io.ts";
import { handOver } from "./hand-over.ts";

/** The previous conversion as JSON. */
const beforeAnnotation = "kubewright.dev/conversion-before-dev";

/**
 * Sets the conversion of a CRD.
 *
 * @throws {CommandError} if the cluster does not have the CRD.
 */
export async function swapConversion(
  name: string,
  conversion: CustomResourceConversion,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): Promise<void> {
  const swapped = (definition: Stored<CustomResourceDefinition>): CustomResourceDefinition => {
    const { metadata, spec } = definition;
    const before = metadata.annotations?.[beforeAnnotation] ?? JSON.stringify(spec.conversion ?? { strategy: "None" });
    const annotations = { ...metadata.annotations, [beforeAnnotation]: before };
    return { ...definition, metadata: { ...metadata, annotations }, spec: { ...spec, conversion } };
  };
  if (await change(name, swapped, client, signal)) {
    return handOver(CustomResourceDefinition, name, { client, signal });
  }
  throw new CommandError(
    `Cannot route the conversion of "${name}" to this machine: the CRD does not exist on the cluster: add it to the CRDs of the project`,
  );
}

/** Restores the conversion that `swapConversion` found, unless another client has changed it meanwhile. */
export async function restoreConversion(
  name: string,
  conversion: CustomResourceConversion,
  client: Client,
): Promise<void> {
  await change(
    name,
    (definition) => {
      const { [beforeAnnotation]: before, ...annotations } = definition.metadata.annotations ?? {};
      if (before === undefined) return undefined;
      const { spec, metadata } = definition;
      const isUnchanged = caBundleOf(spec.conversion) === caBundleOf(conversion);
      const restored = isUnchanged ? (JSON.parse(before) as CustomResourceConversion) : spec.conversion; // Recorded from the API server.
      return {
        ...definition,
        metadata: { ...metadata, annotations },
        spec: { ...spec, ...(restored && { conversion: restored }) },
      };
    },
    client,
  );
  await handOver(CustomResourceDefinition, name, { client });
}

/** Whether the CRD still has the conversion of `swapConversion`: no other client has replaced it meanwhile. */
export async function isConversionSwapped(
  name: string,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): Promise<boolean> {
  const found = await client.get(CustomResourceDefinition, { name }, { signal });
  return found?.metadata.annotations?.[beforeAnnotation] !== undefined;
}

/** The CA bundle identifies a run, because each run has new certificates. */
function caBundleOf(conversion: CustomResourceConversion | undefined): string | undefined {
  return conversion?.webhook?.clientConfig?.caBundle;
}

/** Controllers of the API server also write to CRDs, so conflicts are retried. */
const triesMax = 5;

/** Writes the CRD that `changed` returns, if it differs. Returns whether the CRD exists. */
async function change(
  name: string,
  changed: (definition: Stored<CustomResourceDefinition>) => CustomResourceDefinition | undefined,
  client: Client,
  signal?: AbortSignal,
): Promise<boolean> {
  const options = { signal };
  for (let tries = 1; ; tries += 1) {
    const found = await client.get(CustomResourceDefinition, { name }, options);
    if (!found) return false;
    const wanted = changed(found);
    try {
      if (wanted) await client.update(CustomResourceDefinition, wanted, options);
      return true;
    } catch (error) {
      if (!isConflict(error) || tries === triesMax) throw error;
    }
  }
}
