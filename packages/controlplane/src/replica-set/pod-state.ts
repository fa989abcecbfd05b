/** The state of a Pod for workload controllers. */
import type { Pod, PodCondition } from "@kubewright/api/core/v1";
import { isTerminating, parseTime } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";

/** Whether the Pod counts as a replica: it has not finished and is not terminating. */
export function isActive(pod: Stored<Pod>): boolean {
  return !hasEnded(pod) && !isTerminating(pod);
}

/** Whether the Pod is terminating and has not finished. */
export function isLeaving(pod: Stored<Pod>): boolean {
  return !hasEnded(pod) && isTerminating(pod);
}

export function hasEnded({ status }: Pod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}

export function isReady(pod: Pod): boolean {
  return readyCondition(pod)?.status === "True";
}

/** The wall time since which the Pod has been ready; `undefined` if it is not ready or the time is absent. */
export function readySinceMs(pod: Pod): number | undefined {
  return isReady(pod) ? parseTime(readyCondition(pod)?.lastTransitionTime ?? "") : undefined;
}

/** The wall time at which the Pod becomes available; `undefined` if it is not ready. */
export function availableAtMs(pod: Pod, minReadySeconds: number): number | undefined {
  if (!isReady(pod)) return undefined;
  return minReadySeconds === 0 ? 0 : (readySinceMs(pod) ?? 0) + minReadySeconds * 1000;
}

function readyCondition({ status }: Pod): PodCondition | undefined {
  return status?.conditions?.find(({ type }) => type === "Ready");
}
