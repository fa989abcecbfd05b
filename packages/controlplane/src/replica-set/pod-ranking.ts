/**
 * Which Pods go first when there are too many: those that would be missed least.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/#scaling-a-replicaset
 */
import type { Pod } from "@kubewright/api/core/v1";
import { parseTime } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { isReady } from "./pod-state.ts";

const deletionCost = "controller.kubernetes.io/pod-deletion-cost";
const phases: readonly (string | undefined)[] = ["Pending", "Unknown", "Running"];

/**
 * The Pods in the order in which they go: not on a node before on one, pending before running, not ready before ready, of lower deletion
 * cost, on a node with more of them, with more restarts, younger.
 */
export function inOrderOfDeletion(pods: readonly Stored<Pod>[]): readonly Stored<Pod>[] {
  const onNode = new Map<string, number>();
  for (const { spec } of pods) onNode.set(spec?.nodeName ?? "", (onNode.get(spec?.nodeName ?? "") ?? 0) + 1);
  const ranked = pods.map((pod) => ({
    pod,
    rank: [
      pod.spec?.nodeName ? 1 : 0,
      phases.indexOf(pod.status?.phase),
      isReady(pod) ? 1 : 0,
      Number(pod.metadata.annotations?.[deletionCost] ?? 0),
      -(onNode.get(pod.spec?.nodeName ?? "") ?? 0),
      -Math.max(0, ...(pod.status?.containerStatuses ?? []).map(({ restartCount }) => restartCount)),
      -(parseTime(pod.metadata.creationTimestamp) ?? 0),
    ],
  }));
  return ranked.toSorted((a, b) => compare(a.rank, b.rank)).map(({ pod }) => pod);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const first = a.findIndex((value, index) => value !== b[index]);
  return first === -1 ? 0 : (a[first] ?? 0) - (b[first] ?? 0);
}
