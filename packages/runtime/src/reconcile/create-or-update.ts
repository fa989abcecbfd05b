/** Brings one object to what it is to be, with one write or none. */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

export interface CreateOrUpdateOptions {
  readonly signal?: AbortSignal;
  /**
   * Called before a create, which its error prevents. A cache may still hold an owner that is gone, whose children the garbage collector
   * has just deleted: to make them again, and again, until the cache has come that far, is prevented by asking the server here.
   */
  readonly beforeCreate?: () => Promise<void>;
}

/** What was done, and the object as it is then. */
export interface CreateOrUpdateResult<T extends KubernetesObject> {
  readonly operation: "created" | "updated" | "unchanged";
  readonly object: Stored<T>;
}

/**
 * Reads the object of this name, asks what it is to be, and creates or updates it. An object that is right already is not written.
 *
 * `wantedFrom` gets the object as it is, or undefined when there is none, and returns it whole. What it keeps of the present one stays,
 * the defaults of the server and the marks of others included, so let it change what you decide and spread the rest:
 *
 * ```ts
 * await createOrUpdate(client, ConfigMap, key, (current) => ({
 *   ...current,
 *   apiVersion: "v1",
 *   kind: "ConfigMap",
 *   metadata: { ...current?.metadata, ...key, ownerReferences: [ownerReferenceTo(owner)] },
 *   data: { "nginx.conf": text },
 * }), { signal });
 * ```
 *
 * An update carries the version that was read, so what somebody else changed meanwhile is not overwritten.
 *
 * @throws {ApiError} what the server answers. With `Conflict` the object changed since it was read, with `AlreadyExists` it was made
 * since: return to the queue and look again, which a thrown error in a reconciler does.
 */
export async function createOrUpdate<T extends KubernetesObject>(
  client: Pick<Client, "get" | "create" | "update">,
  type: ResourceType<T>,
  key: ObjectKey,
  wantedFrom: (current: Stored<T> | undefined) => T,
  { signal, beforeCreate }: CreateOrUpdateOptions = {},
): Promise<CreateOrUpdateResult<T>> {
  const options = signal ? { signal } : {};
  const current = await client.get(type, key, options);
  const wanted = wantedFrom(current);
  if (!current) {
    await beforeCreate?.();
    return { operation: "created", object: await client.create(wanted, options) };
  }
  if (isDeepEqual(current, wanted)) return { operation: "unchanged", object: current };
  return { operation: "updated", object: await client.update(wanted, options) };
}
