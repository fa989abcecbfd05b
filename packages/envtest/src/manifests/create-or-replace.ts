/** Creates an object on a server that may have it from an earlier run. */
import { Unstructured, isAlreadyExists, isConflict, isNotFound } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

/** How often a conflict with another writer is retried. */
const triesMax = 5;

/** Creates an object, or replaces the one of its namespace and name. */
export async function createOrReplace(
  type: ResourceType,
  object: KubernetesObject,
  { client, signal }: { readonly client: Client; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const options = { signal };
  for (let tries = 1; ; tries += 1) {
    const { name = "", namespace } = object.metadata ?? {};
    const key = type.namespaced ? { namespace: namespace ?? "default", name } : { name };
    const existing = await client.get(type, key, options);
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
