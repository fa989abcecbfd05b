/**
 * Putting a finalizer on an object and taking it off again, so that neither is forgotten nor done to an object that is past it.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/
 */
import { hasFinalizer, isNotFound, isTerminating } from "@kubewright/apimachinery";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

export interface FinalizerOptions {
  readonly signal?: AbortSignal;
}

/**
 * Puts the finalizer on the object, and resolves with the object as it is then. One that has it is not written. One that is being deleted
 * is left as it is: the server would refuse, for ever.
 *
 * @throws {ApiError} with `Conflict` when the object changed since it was read: another finalizer may have come.
 */
export async function ensureFinalizer<T extends KubernetesObject>(
  client: Pick<Client, "patch">,
  object: Stored<T>,
  finalizer: string,
  options: FinalizerOptions = {},
): Promise<Stored<T>> {
  if (hasFinalizer(object, finalizer) || isTerminating(object)) return object;
  const { finalizers = [], resourceVersion } = object.metadata;
  // A merge patch replaces the list whole, so the version says that nobody else has changed it.
  const body = { metadata: { finalizers: [...finalizers, finalizer], resourceVersion } };
  return await client.patch<T>(object, { type: "merge", body }, options);
}

/**
 * Takes the finalizer off the object. An object without it is not written, and one that is gone already is as wanted: both are done.
 *
 * @throws {ApiError} with `Invalid` when the list changed since it was read: look again.
 */
export async function releaseFinalizer<T extends KubernetesObject>(
  client: Pick<Client, "patch">,
  object: Stored<T>,
  finalizer: string,
  options: FinalizerOptions = {},
): Promise<void> {
  const index = object.metadata.finalizers?.indexOf(finalizer) ?? -1;
  if (index === -1) return;
  const path = `/metadata/finalizers/${index}`;
  // Only this one is taken off, whatever else has changed; the test says that it stands where we saw it.
  const body = [
    { op: "test", path, value: finalizer },
    { op: "remove", path },
  ] as const;
  try {
    await client.patch<T>(object, { type: "json", body }, options);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
