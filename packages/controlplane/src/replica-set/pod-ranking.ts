/**
 * The order in which a ReplicaSet deletes surplus Pods.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/#scaling-a-replicaset
 */
import type { ContainerStatus, Pod } from "@kubewright/api/core/v1";
import { parseTime } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { isReady, readySinceMs } from "./pod-state.ts";

const deletionCost = "controller.kubernetes.io/pod-deletion-cost";
const phases: readonly (string | undefined)[] = ["Pending", "Unknown", "Running"];

export interface Surroundings {
  /** The active Pods of all ReplicaSets of the same Deployment, including this one. Empty for a set without an owner. */
  readonly related: readonly Pod[];
  readonly nowMs: number;
}

/**
 * The Pods in the order of deletion. Each criterion decides between Pods that are equal by the criteria before it: unassigned before assigned, pending
 * before running, not ready before ready, lower deletion cost, nodes with more related Pods, ready for a shorter time, more restarts, younger. Times
 * are compared by order of magnitude, and the uid decides last, so that deletions are spread over nodes and zones.
 */
export function inOrderOfDeletion(
  pods: readonly Stored<Pod>[],
  { related, nowMs }: Surroundings,
): readonly Stored<Pod>[] {
  const onNode = new Map<string, number>();
  for (const { spec } of related) onNode.set(spec?.nodeName ?? "", (onNode.get(spec?.nodeName ?? "") ?? 0) + 1);
  return pods
    .map((pod) => ({ pod, rank: rankOf(pod, onNode.get(pod.spec?.nodeName ?? "") ?? 0) }))
    .toSorted((a, b) => compare(a.rank, b.rank, nowMs))
    .map(({ pod }) => pod);
}

/** For each field the lower value is deleted first. */
interface Rank {
  readonly states: readonly number[];
  readonly readySinceMs: number | undefined;
  readonly restarts: readonly number[];
  readonly createdMs: number | undefined;
  readonly uid: string;
}

function rankOf(pod: Stored<Pod>, relatedOnNode: number): Rank {
  const { spec, status, metadata } = pod;
  return {
    states: [
      spec?.nodeName ? 1 : 0,
      phases.indexOf(status?.phase),
      isReady(pod) ? 1 : 0,
      costOf(metadata.annotations?.[deletionCost]),
      -relatedOnNode,
    ],
    readySinceMs: readySinceMs(pod),
    restarts: [-mostRestarts(status?.containerStatuses), -mostRestarts(sidecarsOf(pod))],
    createdMs: parseTime(metadata.creationTimestamp),
    uid: metadata.uid,
  };
}

function compare(a: Rank, b: Rank, nowMs: number): number {
  return (
    compareEach(a.states, b.states) ||
    compareAges(a, b, { of: ({ readySinceMs: since }) => since, nowMs }) ||
    compareEach(a.restarts, b.restarts) ||
    compareAges(a, b, { of: ({ createdMs }) => createdMs, nowMs })
  );
}

function compareEach(a: readonly number[], b: readonly number[]): number {
  const first = a.findIndex((value, index) => value !== b[index]);
  return first === -1 ? 0 : (a[first] ?? 0) - (b[first] ?? 0);
}

function compareAges(
  a: Rank,
  b: Rank,
  { of, nowMs }: { readonly of: (rank: Rank) => number | undefined; readonly nowMs: number },
): number {
  const [from = nowMs, other = nowMs] = [of(a), of(b)];
  if (from === other) return 0;
  return magnitudeOf(nowMs - from) - magnitudeOf(nowMs - other) || (a.uid < b.uid ? -1 : 1);
}

/** The power of two in nanoseconds, as in kube-controller-manager. */
function magnitudeOf(ageMs: number): number {
  return ageMs > 0 ? Math.floor(Math.log2(ageMs * 1_000_000)) : -1;
}

/** A 32-bit number without a plus sign or leading zeros. Other values count as 0. */
function costOf(text = "0"): number {
  const cost = /^(?:0|-?[1-9]\d{0,9})$/u.test(text) ? Number(text) : 0;
  return cost >= -2_147_483_648 && cost <= 2_147_483_647 ? cost : 0;
}

function mostRestarts(statuses: readonly ContainerStatus[] = []): number {
  return Math.max(0, ...statuses.map(({ restartCount }) => restartCount));
}

/** The statuses of restartable init containers. */
function sidecarsOf({ spec, status }: Pod): readonly ContainerStatus[] {
  const sidecars = new Set(
    (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always").map(({ name }) => name),
  );
  return (status?.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name));
}
