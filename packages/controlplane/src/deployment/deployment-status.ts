/**
 * The status of a Deployment: a pure function of its ReplicaSets, its previous status and the time.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#deployment-status
 */
import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { formatTime, parseTime } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { unlessZero } from "../replica-set/replica-set-status.ts";
import { bounds, replicasOf } from "./replica-sets.ts";
import type { ReplicaSets } from "./replica-sets.ts";

type Status = NonNullable<Deployment["status"]>;
type Condition = NonNullable<Status["conditions"]>[number];
type Said = Omit<Condition, "lastUpdateTime" | "lastTransitionTime">;

/** A status with all its fields. Those that are `undefined` are absent in the object. */
export type WholeStatus = { readonly [Field in keyof Required<Status>]: Status[Field] | undefined };

/** This value of `progressDeadlineSeconds` means no deadline. */
const noDeadline = 2_147_483_647;

export interface Observed {
  readonly sets: ReplicaSets;
  /** This reconcile has created the current set. */
  readonly isNew: boolean;
  readonly nowMs: number;
}

export function deploymentStatus(deployment: Stored<Deployment>, { sets, isNew, nowMs }: Observed): WholeStatus {
  const { current, old } = sets;
  const all = current ? [...old, current] : old;
  const available = sum(all, ({ status }) => status?.availableReplicas);
  const counts = {
    observedGeneration: deployment.metadata.generation,
    replicas: unlessZero(sum(all, ({ status }) => status?.replicas)),
    updatedReplicas: unlessZero(current?.status?.replicas ?? 0),
    readyReplicas: unlessZero(sum(all, ({ status }) => status?.readyReplicas)),
    availableReplicas: unlessZero(available),
    unavailableReplicas: unlessZero(Math.max(0, sum(all, replicasOf) - available)),
    terminatingReplicas: sum(all, ({ status }) => status?.terminatingReplicas),
    collisionCount: deployment.status?.collisionCount,
  };
  const availabilityNow = ["Available", availability(deployment, available)] as const;
  const progressNow = ["Progressing", progress(deployment, { sets, isNew, nowMs }, counts)] as const;
  // kube-controller-manager sets the condition about a new set before it evaluates the sets.
  const both = isNew ? [progressNow, availabilityNow] : [availabilityNow, progressNow];
  const now = [...both, ["ReplicaFailure", replicaFailure(sets)] as const];
  return { ...counts, conditions: conditionsOf(deployment, now, nowMs) };
}

/** The time of the progress deadline; `undefined` if the Deployment does not wait for progress. */
export function deadlineMs({
  spec,
  status,
}: {
  readonly spec?: Deployment["spec"];
  readonly status: WholeStatus;
}): number | undefined {
  const deadline = spec?.progressDeadlineSeconds ?? noDeadline;
  const condition = status.conditions?.find(({ type }) => type === "Progressing");
  if (deadline === noDeadline || !condition || spec?.paused === true) return undefined;
  if (condition.reason === "NewReplicaSetAvailable" || condition.reason === "ProgressDeadlineExceeded")
    return undefined;
  return (parseTime(condition.lastUpdateTime ?? "") ?? 0) + deadline * 1000;
}

/** The conditions after the create of the ReplicaSet for the current template was rejected. */
export function failedCreation(
  deployment: Stored<Deployment>,
  { message, nowMs }: { readonly message: string; readonly nowMs: number },
): readonly Condition[] | undefined {
  if ((deployment.spec?.progressDeadlineSeconds ?? noDeadline) === noDeadline) return deployment.status?.conditions;
  const text = said("Progressing", "False", failedCreationReason, message);
  return conditionsOf(deployment, [["Progressing", text]], nowMs);
}

/** In the condition and in the Event. */
export const failedCreationReason = "ReplicaSetCreateError";

type Counts = Omit<WholeStatus, "conditions">;

function availability(deployment: Deployment, available: number): Said {
  const isAvailable = available >= replicasOf(deployment) - bounds(deployment).unavailable;
  return isAvailable
    ? said("Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.")
    : said("Available", "False", "MinimumReplicasUnavailable", "Deployment does not have minimum availability.");
}

/** The new condition; `undefined` keeps the current one, and `null` removes it. */
function progress(deployment: Stored<Deployment>, observed: Observed, counts: Counts): Said | undefined | null {
  const { spec, status: before } = deployment;
  if ((spec?.progressDeadlineSeconds ?? noDeadline) === noDeadline) return null;
  const present = before?.conditions?.find(({ type }) => type === "Progressing");
  const { current } = observed.sets;
  const subject = current ? `ReplicaSet "${current.metadata.name}"` : `Deployment "${deployment.metadata.name}"`;
  if (spec?.paused === true) {
    return present?.reason === "ProgressDeadlineExceeded"
      ? undefined
      : said("Progressing", "Unknown", "DeploymentPaused", "Deployment is paused");
  }
  if (present?.reason === "DeploymentPaused") {
    return said("Progressing", "Unknown", "DeploymentResumed", "Deployment is resumed");
  }
  if (isComplete(deployment, counts)) {
    if (present?.reason === "NewReplicaSetAvailable") return undefined;
    return said("Progressing", "True", "NewReplicaSetAvailable", `${subject} has successfully progressed.`);
  }
  if (observed.isNew)
    return said("Progressing", "True", "NewReplicaSetCreated", `Created new replica set "${current?.metadata.name}"`);
  if (!present)
    return said("Progressing", "True", "FoundNewReplicaSet", `Found new replica set "${current?.metadata.name}"`);
  if (present.reason === "NewReplicaSetAvailable" && counts.replicas === counts.updatedReplicas) return undefined;
  if (hasMoved(before ?? {}, counts))
    return said("Progressing", "True", "ReplicaSetUpdated", `${subject} is progressing.`);
  const deadline = deadlineMs({ spec, status: { ...counts, conditions: [present] } });
  if (deadline === undefined || deadline >= observed.nowMs) return undefined;
  return said("Progressing", "False", "ProgressDeadlineExceeded", `${subject} has timed out progressing.`);
}

function isComplete(
  deployment: Stored<Deployment>,
  { replicas = 0, updatedReplicas = 0, availableReplicas = 0 }: Counts,
): boolean {
  const wanted = replicasOf(deployment);
  return replicas === wanted && updatedReplicas === wanted && availableReplicas === wanted;
}

function hasMoved(before: Status, now: Counts): boolean {
  const old = (status: Status | Counts): number => (status.replicas ?? 0) - (status.updatedReplicas ?? 0);
  return (
    (now.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(now) < old(before) ||
    (now.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (now.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

/** The ReplicaFailure of the current set, otherwise of any set. */
function replicaFailure({ current, old }: ReplicaSets): Said | null {
  const sets = current ? [current, ...old] : old;
  const failure = sets.flatMap(({ status }) => status?.conditions ?? []).find(({ type }) => type === "ReplicaFailure");
  return failure ? said("ReplicaFailure", failure.status, failure.reason ?? "", failure.message ?? "") : null;
}

function said(type: string, status: string, reason: string, message: string): Said {
  return { type, status, reason, message };
}

/**
 * Merges new conditions into the current ones. An equal condition keeps its place and its times; a changed one moves to
 * the end.
 */
function conditionsOf(
  { status }: Deployment,
  now: readonly (readonly [type: string, text: Said | undefined | null])[],
  nowMs: number,
): readonly Condition[] | undefined {
  const before = status?.conditions ?? [];
  const after = now.reduce<readonly Condition[]>((conditions, [type, text]) => {
    const present = conditions.find((each) => each.type === type);
    if (text === undefined || (present && text && isSame(present, text))) return conditions;
    const others = conditions.filter((each) => each.type !== type);
    if (text === null) return others;
    const time = formatTime(nowMs);
    const lastTransitionTime = present?.status === text.status ? (present.lastTransitionTime ?? time) : time;
    return [...others, { ...text, lastUpdateTime: time, lastTransitionTime }];
  }, before);
  return after.length > 0 ? after : undefined;
}

/** As in kube-controller-manager, a condition is written only if its status or reason differs. Progress is always written. */
function isSame(present: Condition, text: Said): boolean {
  return present.status === text.status && present.reason === text.reason && text.reason !== "ReplicaSetUpdated";
}

function sum(sets: readonly ReplicaSet[], of: (set: ReplicaSet) => number | undefined): number {
  return sets.reduce((total, set) => total + (of(set) ?? 0), 0);
}
