/**
 * Follows the Pods of workspaces and reports their state to the callers that wait for one. It writes nothing, and every replica runs it,
 * because each has callers of its own.
 */
import { Pod } from "@kubewright/api/core/v1";
import type { Reconciler } from "@kubewright/runtime";
import type { StatusInformer } from "../status-informer.ts";

export interface PodReconcilerOptions {
  readonly statuses: StatusInformer;
}

/**
 * What the service does for its callers is in these rights too.
 *
 * @kubebuilder:rbac:groups="",namespace=cloud-ide,resources=pods,verbs=get;list;watch;create;delete
 */
export function createPodReconciler({ statuses }: PodReconcilerOptions): Reconciler {
  return async ({ key, client }) => statuses.sync(key, await client.get(Pod, key));
}
