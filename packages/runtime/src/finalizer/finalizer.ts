/**
 * Adding a finalizer to an object and removing it. Both go through `guaranteedUpdate`: the list is written with the version that it was
 * computed from, so that no concurrent change of the finalizers is lost.
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

/** What finalizers need of a client. */
export type FinalizerClient = UpdatingClient & Pick<Client, "mapper">;

/**
 * Adds the finalizer to the object, and resolves with the object afterwards. Nothing is sent if the object has it, or is being deleted: the
 * server would reject it for ever.
 *
 * @throws {ApiError} what the server answers, `NotFound` or `Conflict` if this object is gone or its name belongs to another one.
 */
export async function ensureFinalizer<T extends KubernetesObject>(
  client: FinalizerClient,
  object: Stored<T>,
  finalizer: string,
  options: FinalizerOptions = {},
): Promise<Stored<T>> {
  if (hasFinalizer(object, finalizer) || isTerminating(object)) return object;
  const type = await resourceOf(client.mapper, object, "add a finalizer to", options);
  const { object: after } = await guaranteedUpdate(
    client,
    type,
    keyOf(object),
    (current, lost) => {
      if (lost && current?.metadata.uid !== object.metadata.uid) throw lost;
      if (!current || hasFinalizer(current, finalizer) || isTerminating(current)) return undefined;
      return withFinalizers(current, [...(current.metadata.finalizers ?? []), finalizer]);
    },
    { ...options, current: object },
  );
  return after ?? object;
}

/**
 * Removes the finalizer from the object. Nothing is sent if the object does not have it, and it is done if the object is gone or its name
 * belongs to another one.
 *
 * @throws {ApiError} what the server answers.
 */
export async function releaseFinalizer<T extends KubernetesObject>(
  client: FinalizerClient,
  object: Stored<T>,
  finalizer: string,
  options: FinalizerOptions = {},
): Promise<void> {
  if (!hasFinalizer(object, finalizer)) return;
  const type = await resourceOf(client.mapper, object, "remove a finalizer from", options);
  await guaranteedUpdate(
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
}

function withFinalizers<T extends KubernetesObject>(object: T, finalizers: readonly string[]): T {
  return { ...object, metadata: { ...object.metadata, finalizers } };
}
