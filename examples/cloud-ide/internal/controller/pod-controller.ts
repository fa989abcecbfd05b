/**
 * Follows the Pods of workspaces and tells those who wait for one what has become of it. It writes nothing, so every replica runs it:
 * any of them may hold the caller that waits.
 */
import { Pod } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";
import type { Reconciler } from "@kubewright/runtime";
import type { StatusInformer } from "../status-informer.ts";

export interface PodReconcilerOptions {
  /** Reads from the cache. */
  readonly client: Client;
  readonly statuses: StatusInformer;
}

/**
 * What the service does for its callers is in these rights too.
 *
 * @kubebuilder:rbac:groups="",namespace=cloud-ide,resources=pods,verbs=get;list;watch;create;delete
 */
export function createPodReconciler({ client, statuses }: PodReconcilerOptions): Reconciler {
  return async ({ key: request, signal }) => {
    statuses.sync(request, await client.get(Pod, request, { signal }));
    return {};
  };
}
