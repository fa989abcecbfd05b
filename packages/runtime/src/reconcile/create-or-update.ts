/** Creates or updates one object to its desired state, with at most one write. */
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { guaranteedUpdate } from "@kubewright/client";
import type { UpdatingClient } from "@kubewright/client";

export interface CreateOrUpdateOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Called before a create, which its error prevents. A cache may still hold an owner that is gone, whose children the garbage collector
   * has just deleted. Read the owner from the API server here, so that they are not created again and again until the cache has caught up.
   */
  readonly beforeCreate?: () => Promise<void>;
}

/** What was done, and the object afterwards. */
export interface CreateOrUpdateResult<T extends KubernetesObject> {
  readonly operation: "created" | "updated" | "unchanged";
  readonly object: Stored<T>;
}

/**
 * Reads the object of this name, calls `wantedFrom`, and creates or updates the object. Nothing is sent if nothing differs.
 *
 * `wantedFrom` receives the object, or undefined if it does not exist, and returns the complete object. Fields that it leaves out are removed,
 * including defaults of the server and fields of other managers, so spread the object and set only what you decide:
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
 * An update is a merge patch of the difference with the version that was read, whether or not `wantedFrom` spreads it. If another writer has
 * changed the object meanwhile, the object is read from the API server and `wantedFrom` is called again, at most `updateAttemptsMax` times in all.
 *
 * @throws {ApiError} what the server answers; `Conflict` or `AlreadyExists` only after the last attempt.
 * @throws {TypeError} if `wantedFrom` returns an object of another name.
 */
export async function createOrUpdate<T extends KubernetesObject>(
  client: UpdatingClient,
  type: ResourceType<T>,
  key: ObjectKey,
  wantedFrom: (current: Stored<T> | undefined) => T,
  options: CreateOrUpdateOptions = {},
): Promise<CreateOrUpdateResult<T>> {
  const result = await guaranteedUpdate(client, type, key, wantedFrom, options);
  if (result.operation === "absent") {
    throw new TypeError(`Cannot create ${type.kind} "${key.name}": wantedFrom returns undefined, must be an object`);
  }
  return result;
}
