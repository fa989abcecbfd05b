/** The statuses that a kubelet would write, from the spec of the Pod. https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/ */
import type { ContainerState, ContainerStatus, Pod, PodCondition, PodStatus } from "@kubewright/api/core/v1";
import { findCondition, formatTime } from "@kubewright/apimachinery";
import type { StageContext } from "./stage.ts";

/** All containers run and are ready. */
export function runningStatus(pod: Pod, context: StageContext): PodStatus {
  const { hostIp, podIp, nowMs } = context;
  const startedAt = formatTime(nowMs);
  return {
    ...observedGeneration(pod),
    phase: "Running",
    conditions: conditionsOf(pod, { ready: true }, nowMs),
    hostIP: hostIp,
    hostIPs: [{ ip: hostIp }],
    podIP: podIp,
    podIPs: [{ ip: podIp }],
    startTime: pod.status?.startTime ?? startedAt,
    initContainerStatuses: initStatuses(pod, startedAt),
    containerStatuses: statusesOf(pod, { running: { startedAt } }, { ready: true, started: true }),
  };
}

/** All containers have ended, with code 0 or 1. */
export function endedStatus(pod: Pod, { nowMs }: StageContext, phase: "Succeeded" | "Failed"): PodStatus {
  const succeeded = phase === "Succeeded";
  const startedAt = pod.status?.startTime ?? formatTime(nowMs);
  const terminated = {
    exitCode: succeeded ? 0 : 1,
    reason: succeeded ? "Completed" : "Error",
    startedAt,
    finishedAt: formatTime(nowMs),
  };
  return {
    ...pod.status,
    ...observedGeneration(pod),
    phase,
    conditions: conditionsOf(pod, { ready: false, reason: succeeded ? "PodCompleted" : "PodFailed" }, nowMs),
    containerStatuses: statusesOf(pod, { terminated }, { ready: false, started: false }),
  };
}

function conditionsOf(
  pod: Pod,
  { ready, reason }: { ready: boolean; reason?: string },
  nowMs: number,
): readonly PodCondition[] {
  const before = pod.status?.conditions;
  const condition = (type: string, holds: boolean, why?: string): PodCondition => {
    const status = holds ? "True" : "False";
    const existing = findCondition(before, type);
    const lastTransitionTime = existing?.status === status ? existing.lastTransitionTime : formatTime(nowMs);
    return {
      type,
      status,
      ...observedGeneration(pod),
      ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
      ...(why === undefined ? {} : { reason: why }),
    };
  };
  const own = [
    condition("PodReadyToStartContainers", ready),
    condition("Initialized", true, reason === "PodCompleted" ? reason : undefined),
    condition("Ready", ready, reason),
    condition("ContainersReady", ready, reason),
    condition("PodScheduled", true),
  ];
  // Conditions of readiness gates and of other writers are kept.
  return [...own, ...(before ?? []).filter(({ type }) => !findCondition(own, type))];
}

function statusesOf(
  pod: Pod,
  state: ContainerState,
  { ready, started }: { ready: boolean; started: boolean },
): readonly ContainerStatus[] {
  return (pod.spec?.containers ?? []).map(({ name, image = "" }) => ({
    name,
    image,
    imageID: imageIdOf(image),
    containerID: containerIdOf(pod, name),
    ready,
    started,
    restartCount: findContainer(pod.status?.containerStatuses, name)?.restartCount ?? 0,
    state,
  }));
}

function initStatuses(pod: Pod, finishedAt: string): readonly ContainerStatus[] {
  const terminated = { exitCode: 0, reason: "Completed", startedAt: finishedAt, finishedAt };
  return (pod.spec?.initContainers ?? []).map(({ name, image = "" }) => ({
    name,
    image,
    imageID: imageIdOf(image),
    containerID: containerIdOf(pod, name),
    ready: true,
    started: false,
    restartCount: 0,
    state: { terminated },
  }));
}

function observedGeneration({ metadata }: Pod): { readonly observedGeneration?: number } {
  return metadata?.generation === undefined ? {} : { observedGeneration: metadata.generation };
}

function findContainer(statuses: readonly ContainerStatus[] | undefined, name: string): ContainerStatus | undefined {
  return statuses?.find((status) => status.name === name);
}

/** A deterministic id. It shows that the image is simulated. */
function imageIdOf(image: string): string {
  return `simulated://${image}`;
}

function containerIdOf(pod: Pod, container: string): string {
  return `simulated://${pod.metadata?.uid ?? ""}/${container}`;
}
