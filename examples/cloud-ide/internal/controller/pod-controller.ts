/**
 * Reports the state of workspace Pods to the calls that wait for them. It writes nothing, and runs in every replica, because each replica has
 * waiting calls.
 */
import { Pod } from "@kubewright/api/core/v1";
import type { Reconciler } from "@kubewright/runtime";
import type { StatusInformer } from "../status-informer.ts";

export interface PodReconcilerOptions {
  readonly statuses: StatusInformer;
}

/**
 * The permissions of the controller and of the service.
 *
 * @kubebuilder:rbac:groups="",namespace=cloud-ide,resources=pods,verbs=get;list;watch;create;delete
 */
export function createPodReconciler({ statuses }: PodReconcilerOptions): Reconciler {
  return async ({ key, client }) => statuses.sync(key, await client.get(Pod, key));
}
