/** The status of a ReplicaSet: a pure function of its Pods and of the error of creating or deleting some. */
import type { ReplicaSet } from "@kubewright/api/apps/v1";
import type { Pod } from "@kubewright/api/core/v1";
import { formatTime } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { refusalText } from "../refusal/refusal-text.ts";
import { availableAtMs, isActive, isLeaving, isReady } from "./pod-state.ts";

type Status = NonNullable<ReplicaSet["status"]>;
type Condition = NonNullable<Status["conditions"]>[number];

/** A status with all its fields. Those that are `undefined` are absent in the object: kube-controller-manager omits zeros. */
export type WholeStatus = { readonly [Field in keyof Required<Status>]: Status[Field] | undefined };

export interface Situation {
  /** All Pods of the set. */
  readonly pods: readonly Stored<Pod>[];
  readonly failure: Error | undefined;
  readonly nowMs: number;
}

export function replicaSetStatus(set: Stored<ReplicaSet>, { pods, failure, nowMs }: Situation): WholeStatus {
  const active = pods.filter(isActive);
  const templateLabels = Object.entries(set.spec?.template?.metadata?.labels ?? {});
  const isLabeled = ({ metadata }: Pod): boolean =>
    templateLabels.every(([name, value]) => metadata?.labels?.[name] === value);
  const isAvailable = (pod: Pod): boolean =>
    (availableAtMs(pod, set.spec?.minReadySeconds ?? 0) ?? Number.POSITIVE_INFINITY) <= nowMs;
  return {
    replicas: active.length,
    fullyLabeledReplicas: unlessZero(active.filter(isLabeled).length),
    readyReplicas: unlessZero(active.filter(isReady).length),
    availableReplicas: unlessZero(active.filter(isAvailable).length),
    terminatingReplicas: pods.filter(isLeaving).length,
    observedGeneration: set.metadata.generation,
    conditions: conditionsOf(set, active.length, failure, nowMs),
  };
}

const replicaFailure = "ReplicaFailure";

function conditionsOf(
  { spec, status }: Stored<ReplicaSet>,
  active: number,
  failure: Error | undefined,
  nowMs: number,
): readonly Condition[] | undefined {
  const before = status?.conditions ?? [];
  const others = before.filter(({ type }) => type !== replicaFailure);
  if (failure === undefined) return others.length > 0 ? others : undefined;
  const known = before.find(({ type }) => type === replicaFailure);
  if (known) return before;
  const condition: Condition = {
    type: replicaFailure,
    status: "True",
    reason: active < (spec?.replicas ?? 0) ? "FailedCreate" : "FailedDelete",
    message: refusalText(failure),
    lastTransitionTime: formatTime(nowMs),
  };
  return [...others, condition];
}

export function unlessZero(count: number): number | undefined {
  return count === 0 ? undefined : count;
}
