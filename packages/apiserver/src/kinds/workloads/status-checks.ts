/** Errors of the counts in the status of a workload: they are not negative, parts do not exceed `replicas`, and `collisionCount` does not decrease. */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { checkNonNegative } from "../field-checks.ts";
import { viewOf } from "../typed.ts";

/** The counts of a kind, in the order of kube-apiserver's checks. */
export interface StatusCounts {
  readonly counts: readonly string[];
  /** The counts that are parts of `replicas`. */
  readonly parts: readonly string[];
  /** The field with the number of ready replicas, which is at least that of available ones. */
  readonly ready?: string;
  /** The kind has a `collisionCount`. */
  readonly countsCollisions: boolean;
}

const path = fieldPath("status");

type StatusCheck = (object: ReadonlyObject, old: ReadonlyObject) => readonly FieldError[];

/** The check of a kind's `/status`. */
export function checkCounts(kind: StatusCounts): StatusCheck {
  return (object, old) => {
    const count = (name: string): number => countOf(object, name);
    const tooMany = (name: string, whole: string): FieldError =>
      field.invalid(path.child(name), count(name), `cannot be greater than ${whole}`);
    const errors = [
      ...kind.counts.flatMap((name) => checkNonNegative(count(name), path.child(name))),
      ...kind.parts.filter((name) => count(name) > count("replicas")).map((name) => tooMany(name, "status.replicas")),
    ];
    if (kind.ready !== undefined && count("availableReplicas") > count("readyReplicas")) {
      errors.push(tooMany("availableReplicas", kind.ready));
    }
    if (kind.countsCollisions && isDecremented(object, old)) {
      errors.push(field.invalid(path.child("collisionCount"), count("collisionCount"), "cannot be decremented"));
    }
    return errors;
  };
}

/** Whether a count has decreased or was removed. */
function isDecremented(object: ReadonlyObject, old: ReadonlyObject): boolean {
  const [count, before] = [object, old].map(
    (each) => viewOf<{ readonly status?: { readonly collisionCount?: number } }>(each).status?.collisionCount,
  );
  return before !== undefined && (count === undefined || count < before);
}

/** Absent counts are zero. */
function countOf(object: ReadonlyObject, name: string): number {
  return viewOf<{ readonly status?: { readonly [name: string]: number } }>(object).status?.[name] ?? 0;
}

export const deploymentCounts: StatusCounts = {
  counts: [
    "observedGeneration",
    "replicas",
    "updatedReplicas",
    "readyReplicas",
    "availableReplicas",
    "unavailableReplicas",
    "terminatingReplicas",
    "collisionCount",
  ],
  parts: ["updatedReplicas", "readyReplicas", "availableReplicas"],
  ready: "readyReplicas",
  countsCollisions: true,
};

export const replicaSetCounts: StatusCounts = {
  counts: [
    "replicas",
    "fullyLabeledReplicas",
    "readyReplicas",
    "availableReplicas",
    "observedGeneration",
    "terminatingReplicas",
  ],
  parts: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
  ready: "readyReplicas",
  countsCollisions: false,
};

export const replicationControllerCounts: StatusCounts = {
  counts: ["replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas", "observedGeneration"],
  parts: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
  ready: "readyReplicas",
  countsCollisions: false,
};

export const statefulSetCounts: StatusCounts = {
  counts: [
    "replicas",
    "readyReplicas",
    "currentReplicas",
    "updatedReplicas",
    "availableReplicas",
    "observedGeneration",
    "collisionCount",
  ],
  parts: ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"],
  ready: "status.readyReplicas",
  countsCollisions: true,
};

export const daemonSetCounts: StatusCounts = {
  counts: [
    "currentNumberScheduled",
    "numberMisscheduled",
    "desiredNumberScheduled",
    "numberReady",
    "observedGeneration",
    "updatedNumberScheduled",
    "numberAvailable",
    "numberUnavailable",
    "collisionCount",
  ],
  parts: [],
  countsCollisions: true,
};
