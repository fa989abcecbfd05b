/** What a controller of workloads reads from a Pod. */
import type { Pod, PodCondition } from "@kubewright/api/core/v1";
import { isTerminating, parseTime } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";

/** Counts as a replica: it has not ended and is not on its way out. */
export function isActive(pod: Stored<Pod>): boolean {
  return !hasEnded(pod) && !isTerminating(pod);
}

/** On its way out, with something of it still running. */
export function isLeaving(pod: Stored<Pod>): boolean {
  return !hasEnded(pod) && isTerminating(pod);
}

export function hasEnded({ status }: Pod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}

export function isReady(pod: Pod): boolean {
  return readyCondition(pod)?.status === "True";
}

/** Since when the Pod has been ready, in wall time; undefined while it is not, and where nobody has noted it. */
export function readySinceMs(pod: Pod): number | undefined {
  return isReady(pod) ? parseTime(readyCondition(pod)?.lastTransitionTime ?? "") : undefined;
}

/** When the Pod has been ready long enough, in wall time; undefined while it is not ready. */
export function availableAtMs(pod: Pod, minReadySeconds: number): number | undefined {
  if (!isReady(pod)) return undefined;
  return minReadySeconds === 0 ? 0 : (readySinceMs(pod) ?? 0) + minReadySeconds * 1000;
}

function readyCondition({ status }: Pod): PodCondition | undefined {
  return status?.conditions?.find(({ type }) => type === "Ready");
}
