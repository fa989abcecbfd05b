/** https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination */
import type { Pod } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";

/**
 * How many seconds a Pod gets to end: what is asked for, else what its spec says. Nobody would end a Pod without a node, and one
 * whose phase is final has ended: they go at once.
 */
export function gracePeriodOf(pod: View<Pod>, requestedSeconds: number | undefined): number {
  if (pod.spec?.nodeName === undefined || pod.spec.nodeName === "") return 0;
  if (pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed") return 0;
  const seconds = requestedSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 0;
  // A negative period means the shortest one that still is graceful.
  return seconds < 0 ? 1 : seconds;
}
