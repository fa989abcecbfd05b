/**
 * Definitions on a cluster whose objects are converted here for a while. What they said before is noted in the objects themselves, so that it can be put
 * back even by the next process, should this one be killed.
 */
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { CustomResourceConversion } from "@kubewright/api/apiextensions.k8s.io/v1";
import { isConflict } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

import { CommandError } from "../io.ts";

/** How objects were converted before, as JSON. */
const beforeAnnotation = "kubewright.dev/conversion-before-dev";

/**
 * Sets the conversion of a definition.
 *
 * @throws {CommandError} if the cluster has no such definition.
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
  if (await change(name, swapped, client, signal)) return;
  throw new CommandError(
    `Cannot route the conversion of "${name}" to this machine: the cluster has no such CRD; add it to the CRDs of the project`,
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
      const isOurs = caBundleOf(spec.conversion) === caBundleOf(conversion);
      const restored = isOurs ? (JSON.parse(before) as CustomResourceConversion) : spec.conversion; // As the API server gave it.
      return {
        ...definition,
        metadata: { ...metadata, annotations },
        spec: { ...spec, ...(restored && { conversion: restored }) },
      };
    },
    client,
  );
}

/** No two runs have the same certificates. */
function caBundleOf(conversion: CustomResourceConversion | undefined): string | undefined {
  return conversion?.webhook?.clientConfig?.caBundle;
}

/** Controllers of the server write into a definition, too. */
const triesMax = 5;

/** Writes what `changed` makes of the definition, unless that is nothing. Gives whether the definition is there. */
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
