/** The default stages of every Pod: it starts, becomes ready, and ends if its restartPolicy permits. */
import type { Pod } from "@kubewright/api/core/v1";
import { isTerminating } from "@kubewright/apimachinery";
import { endedStatus, runningStatus } from "./pod-status.ts";
import { outcomeAnnotation, runMsAnnotation } from "./stage.ts";
import type { PodStage } from "./stage.ts";

export interface PodStageOptions {
  /** From being bound to a node to running and ready. Default 0. */
  readonly startMs?: number;
  /** From running to its end, for Pods that end. Default 0. */
  readonly runMs?: number;
  /** From the delete to the removal, within the Pod's grace period. Default 0. */
  readonly stopMs?: number;
}

/** Removes deleted Pods, starts pending ones, and ends those with a restartPolicy other than Always as their annotation declares. */
export function defaultPodStages({ startMs = 0, runMs = 0, stopMs = 0 }: PodStageOptions = {}): readonly PodStage[] {
  const end = (phase: "Succeeded" | "Failed", fits: (pod: Pod) => boolean): PodStage => ({
    name: phase,
    fits: (pod) =>
      !isTerminating(pod) &&
      pod.status?.phase === "Running" &&
      endsItself(pod) &&
      outcomeOf(pod) === phase &&
      fits(pod),
    delayMs: runMs,
    next: (pod, context) => endedStatus(pod, context, phase),
  });
  return [
    { name: "Deleted", fits: isStopping, delayMs: stopMs, next: "delete" },
    {
      name: "Running",
      fits: (pod) => !isTerminating(pod) && (pod.status?.phase ?? "Pending") === "Pending",
      delayMs: startMs,
      next: runningStatus,
    },
    end("Succeeded", () => true),
    // With OnFailure a failed container is restarted, so the Pod never fails: the simulated Pod keeps running.
    end("Failed", (pod) => pod.spec?.restartPolicy === "Never"),
  ];
}

/** The delay of the stage for this Pod. An annotation may set its run time, and its grace period limits the stop time. */
export function delayOf(stage: PodStage, pod: Pod): number {
  if (stage.next === "delete") {
    const graceSeconds = pod.metadata?.deletionGracePeriodSeconds;
    return graceSeconds === undefined ? stage.delayMs : Math.min(stage.delayMs, graceSeconds * 1_000);
  }
  const own = pod.metadata?.annotations?.[runMsAnnotation];
  const isEnd = stage.name === "Succeeded" || stage.name === "Failed";
  return isEnd && own !== undefined && /^\d{1,9}$/.test(own) ? Number(own) : stage.delayMs;
}

/** With a grace period of 0 the node has finished, and only finalizers block the removal of the Pod. */
function isStopping(pod: Pod): boolean {
  return isTerminating(pod) && pod.metadata?.deletionGracePeriodSeconds !== 0;
}

function endsItself(pod: Pod): boolean {
  return pod.spec?.restartPolicy === "Never" || pod.spec?.restartPolicy === "OnFailure";
}

function outcomeOf(pod: Pod): string {
  return pod.metadata?.annotations?.[outcomeAnnotation] ?? "Succeeded";
}
