/**
 * Definitions on a cluster whose objects are converted here for a while. What they said before is noted in the objects themselves, so that it can be put
 * back even by the next process, should this one be killed.
 */
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { CustomResourceConversion } from "@kubewright/api/apiextensions.k8s.io/v1";
import { isConflict, isInvalid } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

import { CommandError } from "../io.ts";

/** How objects were converted before, as JSON. */
const beforeAnnotation = "kubewright.dev/conversion-before-dev";

/** What came of it. A server that asks no webhooks for conversions refuses, and nothing has changed then. */
export type SwapOutcome = { readonly kind: "swapped" } | { readonly kind: "refused"; readonly storedVersion: string };

/**
 * Has the objects of a definition converted as `conversion` says.
 *
 * @throws {CommandError} when the cluster has no such definition.
 */
export async function swapConversion(
  name: string,
  conversion: CustomResourceConversion,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): Promise<SwapOutcome> {
  let storedVersion = "";
  const swapped = (definition: Stored<CustomResourceDefinition>): CustomResourceDefinition => {
    const { metadata, spec } = definition;
    storedVersion = spec.versions.find(({ storage }) => storage)?.name ?? "";
    const before = metadata.annotations?.[beforeAnnotation] ?? JSON.stringify(spec.conversion ?? { strategy: "None" });
    const annotations = { ...metadata.annotations, [beforeAnnotation]: before };
    return { ...definition, metadata: { ...metadata, annotations }, spec: { ...spec, conversion } };
  };
  try {
    if (await change(name, swapped, client, signal)) return { kind: "swapped" };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { kind: "refused", storedVersion };
  }
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
      if (wanted) await client.update(wanted, options);
      return true;
    } catch (error) {
      if (!isConflict(error) || tries === triesMax) throw error;
    }
  }
}

/** The server takes no webhook at all, whatever its address. */
function isRefusal(error: unknown): boolean {
  return (
    isInvalid(error) &&
    (error.status.details?.causes ?? []).some(
      ({ field, reason }) => field === "spec.conversion.strategy" && reason === "FieldValueForbidden",
    )
  );
}
