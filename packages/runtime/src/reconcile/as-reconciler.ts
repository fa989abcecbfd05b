/** Reconcilers that receive an object instead of a key. */
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { ReconcileContext, Reconciler } from "./reconciler.ts";

/** Moves the cluster towards the desired state of `object`. The rules of `Reconciler` apply. */
export type ObjectReconciler<T extends KubernetesObject> = (
  object: Stored<T>,
  context: ReconcileContext,
) => ReturnType<Reconciler>;

/**
 * Creates a reconciler that reads the object and calls `reconcile` with it, as controller-runtime's AsReconciler. It does nothing if the object no longer
 * exists; work before the deletion requires a finalizer.
 *
 * ```ts
 * controllerManagedBy(manager)
 *   .for(MyJob)
 *   .complete(asReconciler(MyJob, async (job, { client }) => void (await client.patchStatus(job, statusOf(job)))));
 * ```
 */
export function asReconciler<T extends KubernetesObject>(
  type: ResourceType<T>,
  reconcile: ObjectReconciler<T>,
): Reconciler {
  return async (context) => {
    const object = await context.client.get(type, context.key);
    return object && (await reconcile(object, context));
  };
}
