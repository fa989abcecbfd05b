/** The Events of a MyJob, which `kubectl describe` shows. */
import type { Pod } from "@kubewright/api/core/v1";
import type { EventNote } from "@kubewright/client";

export function podCreated(pod: Pod): EventNote {
  const note = `Created Pod "${nameOf(pod)}"`;
  return { type: "Normal", reason: "PodCreated", action: "CreatePod", note, related: pod };
}

/** `pod` is undefined if the Pod was deleted. */
export function completed(pod: Pod | undefined): EventNote {
  const note = pod ? `Pod "${nameOf(pod)}" has ended: ${pod.status?.phase ?? "deleted"}` : "The Pod was deleted";
  return { type: "Normal", reason: "Completed", action: "ObservePod", note, ...(pod ? { related: pod } : {}) };
}

export function nameTaken(pod: Pod): EventNote {
  const note = `Pod "${nameOf(pod)}" exists and does not belong to this MyJob: delete that Pod, or create the MyJob under another name`;
  return { type: "Warning", reason: "NameTaken", action: "CreatePod", note, related: pod };
}

export function templateInvalid(rejection: string): EventNote {
  return { type: "Warning", reason: "InvalidTemplate", action: "CreatePod", note: rejection };
}

function nameOf(pod: Pod): string {
  return pod.metadata?.name ?? "";
}
