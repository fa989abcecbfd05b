/** https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination */
import type { Pod } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";

/**
 * Returns the grace period of a Pod: the requested one, or that of its spec. A Pod without a node and a Pod with a final phase are
 * deleted at once, because no kubelet would end them.
 */
export function gracePeriodOf(pod: View<Pod>, requestedSeconds: number | undefined): number {
  if (pod.spec?.nodeName === undefined || pod.spec.nodeName === "") return 0;
  if (pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed") return 0;
  const seconds = requestedSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 0;
  // A negative period means the shortest one that still is graceful.
  return seconds < 0 ? 1 : seconds;
}
