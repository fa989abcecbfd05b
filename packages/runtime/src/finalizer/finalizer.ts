/**
 * Adds finalizers to an object and removes them. Both use `guaranteedUpdate`: the list is written with the version from which it was
 * computed, so that no concurrent change of the finalizers is lost.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/
 */
import { hasFinalizer, isTerminating, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";
import { guaranteedUpdate, resourceOf } from "@kubewright/client";
import type { Client, UpdatingClient } from "@kubewright/client";

export interface FinalizerOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The methods of a client that finalizers use. */
export type FinalizerClient = UpdatingClient & Pick<Client, "mapper">;

/**
 * Adds the finalizer to the object, and resolves with the object afterwards. Nothing is sent if the object has the finalizer or is being deleted,
 * because the server rejects new finalizers during a deletion.
 *
 * @throws {ApiError} the error response of the server: `NotFound` or `Conflict` if this object is gone or another object has its name.
 */
export async function ensureFinalizer<T extends KubernetesObject>(
  client: FinalizerClient,
  object: Stored<T>,
  finalizer: string,
  options: FinalizerOptions = {},
): Promise<Stored<T>> {
  return await addFinalizers(client, object, [finalizer], options);
}

/** As `ensureFinalizer`, for several finalizers with one write. */
export async function addFinalizers<T extends KubernetesObject>(
  client: FinalizerClient,
  object: Stored<T>,
  finalizers: readonly string[],
  options: FinalizerOptions = {},
): Promise<Stored<T>> {
  const missingIn = (current: Stored<T>): readonly string[] =>
    isTerminating(current) ? [] : finalizers.filter((name) => !hasFinalizer(current, name));
  if (missingIn(object).length === 0) return object;
  const type = await resourceOf(client.mapper, object, "add a finalizer to", options);
  const { object: after } = await guaranteedUpdate(
    client,
    type,
    keyOf(object),
    (current, lost) => {
      if (lost && current?.metadata.uid !== object.metadata.uid) throw lost;
      const missing = current ? missingIn(current) : [];
      if (!current || missing.length === 0) return undefined;
      return withFinalizers(current, [...(current.metadata.finalizers ?? []), ...missing]);
    },
    { ...options, current: object },
  );
  return after ?? object;
}

/**
 * Removes the finalizer from the object. Nothing is sent if the object does not have it. Succeeds if the object is gone or another object has its
 * name.
 *
 * @throws {ApiError} the error response of the server.
 */
export async function releaseFinalizer<T extends KubernetesObject>(
  client: FinalizerClient,
  object: Stored<T>,
  finalizer: string,
  options: FinalizerOptions = {},
): Promise<void> {
  await removeFinalizer(client, object, finalizer, options);
}

/** As `releaseFinalizer`, but resolves with the object afterwards, or undefined if it is gone. */
export async function removeFinalizer<T extends KubernetesObject>(
  client: FinalizerClient,
  object: Stored<T>,
  finalizer: string,
  options: FinalizerOptions = {},
): Promise<Stored<T> | undefined> {
  if (!hasFinalizer(object, finalizer)) return object;
  const type = await resourceOf(client.mapper, object, "remove a finalizer from", options);
  const { object: after } = await guaranteedUpdate(
    client,
    type,
    keyOf(object),
    (current) => {
      if (current?.metadata.uid !== object.metadata.uid || !hasFinalizer(current, finalizer)) return undefined;
      return withFinalizers(
        current,
        (current.metadata.finalizers ?? []).filter((name) => name !== finalizer),
      );
    },
    { ...options, current: object },
  );
  if (!after || after.metadata.uid !== object.metadata.uid) return undefined;
  const isGone = isTerminating(after) && (after.metadata.finalizers ?? []).length === 0;
  return isGone ? undefined : after;
}

function withFinalizers<T extends KubernetesObject>(object: T, finalizers: readonly string[]): T {
  return { ...object, metadata: { ...object.metadata, finalizers } };
}
