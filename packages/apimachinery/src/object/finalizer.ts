// Finalizers: names on an object that prevent its deletion until their controllers have cleaned up. The functions return a new object, or the
// same one if nothing changes, so that a caller can skip the write.
// https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/

import type { KubernetesObject } from "./kubernetes-object.ts";

/** Keeps an object until its blocking dependents are gone. */
export const foregroundDeletionFinalizer = "foregroundDeletion";
/** Keeps an object until its dependents no longer refer to it. */
export const orphanFinalizer = "orphan";

/** Whether the object is being deleted and waits for its finalizers or its grace period. */
export function isTerminating(object: KubernetesObject): boolean {
  return typeof object.metadata?.deletionTimestamp === "string";
}

/** Whether an object has a finalizer. */
export function hasFinalizer(object: KubernetesObject, finalizer: string): boolean {
  return object.metadata?.finalizers?.includes(finalizer) ?? false;
}

/** The object with a finalizer added at the end. */
export function addFinalizer<T extends KubernetesObject>(object: T, finalizer: string): T {
  if (hasFinalizer(object, finalizer)) return object;
  const finalizers = [...(object.metadata?.finalizers ?? []), finalizer];
  return { ...object, metadata: { ...object.metadata, finalizers } };
}

/** The object without a finalizer. Removes all occurrences. */
export function removeFinalizer<T extends KubernetesObject>(object: T, finalizer: string): T {
  if (!hasFinalizer(object, finalizer)) return object;
  const finalizers = (object.metadata?.finalizers ?? []).filter((name) => name !== finalizer);
  return { ...object, metadata: { ...object.metadata, finalizers } };
}
