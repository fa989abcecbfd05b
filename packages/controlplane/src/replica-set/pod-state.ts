/** What a controller of workloads reads from a Pod. */
import type { Pod, PodCondition } from "@kubewright/api/core/v1";
import { isTerminating, parseTime } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";

/** Counts as a replica: it has not ended and is not on its way out. */
export function isActive(pod: Stored<Pod>): boolean {
  return !hasEnded(pod) && !isTerminating(pod);
}

export function hasEnded({ status }: Pod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}

export function isReady(pod: Pod): boolean {
  return readyCondition(pod)?.status === "True";
}

/** When the Pod has been ready long enough, in wall time; undefined while it is not ready. */
export function availableAtMs(pod: Pod, minReadySeconds: number): number | undefined {
  if (!isReady(pod)) return undefined;
  const since = parseTime(readyCondition(pod)?.lastTransitionTime ?? "") ?? 0;
  return minReadySeconds === 0 ? 0 : since + minReadySeconds * 1000;
}

function readyCondition({ status }: Pod): PodCondition | undefined {
  return status?.conditions?.find(({ type }) => type === "Ready");
}
