/** Putting an object into a server that may have it already, as it was in an earlier run. */
import { Unstructured, isAlreadyExists, isConflict, isNotFound } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

/** The server and other programs write into an object while we look; that many times in a row they don't. */
const triesMax = 5;

/** Creates an object without a namespace, or replaces the one of its name. */
export async function createOrReplace(
  type: ResourceType,
  object: KubernetesObject,
  { client, signal }: { readonly client: Client; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const options = { signal };
  for (let tries = 1; ; tries += 1) {
    const existing = await client.get(type, { name: object.metadata?.name ?? "" }, options);
    try {
      if (!existing) await client.create(Unstructured, object, options);
      else {
        const { resourceVersion } = existing.metadata;
        await client.update(Unstructured, { ...object, metadata: { ...object.metadata, resourceVersion } }, options);
      }
      return;
    } catch (error) {
      const isOvertaken = isConflict(error) || isAlreadyExists(error) || (existing && isNotFound(error));
      if (!isOvertaken || tries === triesMax) throw error;
    }
  }
}
