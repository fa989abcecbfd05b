/** The Events of simulated Pods, which `kubectl describe pod` prints, with the reasons and notes of kube-scheduler and kubelet. */
import type { Pod } from "@kubewright/api/core/v1";
import { formatKey } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Manager } from "@kubewright/runtime";
import { ignoredConstraints } from "./ignored-constraints.ts";

export interface PodEvents {
  scheduled(pod: Stored<Pod>, node: string): void;
  /** For each container, first the init containers. */
  started(pod: Stored<Pod>): void;
}

export function createPodEvents(manager: Manager): PodEvents {
  const scheduler = manager.eventRecorder("default-scheduler");
  const kubelet = manager.eventRecorder("kubelet", { apiVersion: "v1" });
  return {
    scheduled(pod, node) {
      const note = `Successfully assigned ${formatKey(pod.metadata)} to ${node}`;
      scheduler.event(pod, { type: "Normal", reason: "Scheduled", action: "Binding", note });
      const ignored = ignoredConstraints(pod, node);
      if (ignored.length === 0) return;
      const text = `simulated nodes ignore the constraints of Pods (${ignored.join(", ")}): npx kubewright troubleshoot missing-controller`;
      scheduler.event(pod, { type: "Warning", reason: "ConstraintsIgnored", action: "Binding", note: text });
    },
    started(pod) {
      const { initContainers = [], containers = [] } = pod.spec ?? {};
      for (const { name, image = "" } of [...initContainers, ...containers]) {
        const say = (reason: string, action: string, note: string): void =>
          kubelet.event(pod, { type: "Normal", reason, action, note });
        say("Pulled", "Pulling", `Container image "${image}" is simulated and needs no pull`);
        say("Created", "Creating", `Container created: ${name}`);
        say("Started", "Starting", `Container started: ${name}`);
      }
    },
  };
}
