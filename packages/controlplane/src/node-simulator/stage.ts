/**
 * The life of a simulated Pod as data: a list of stages, each with the Pods it is for, how long they stay before it, and what it does.
 * The first stage that fits a Pod is its next one; a Pod that no stage fits stays as it is.
 */
import type { Pod, PodStatus } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";

/** What a stage may use to make a status. */
export interface StageContext {
  readonly nowMs: number;
  /** The node's address. */
  readonly hostIp: string;
  /** The Pod's own address, the same at every call. */
  readonly podIp: string;
}

export interface PodStage {
  readonly name: string;
  /** Whether the Pod is where this stage begins. Pure: it is asked with every change of the Pod. */
  readonly fits: (pod: Stored<Pod>) => boolean;
  /** How long a Pod stays as it is before this stage. */
  readonly delayMs: number;
  /** The Pod's status after it, or "delete" for the end of a Pod whose deletion was asked for. */
  readonly next: "delete" | ((pod: Stored<Pod>, context: StageContext) => PodStatus);
}

/**
 * How a Pod that is not restarted for ever ends: "Succeeded" (the default), "Failed", or "Running" for one that never ends by itself, as
 * one with any other value does too. On a Pod with restartPolicy Always it has no effect.
 */
export const outcomeAnnotation = "simulator.kubewright.dev/outcome";

/** How long the Pod runs, in milliseconds, before it ends; otherwise as long as the simulator's `runMs`. */
export const runMsAnnotation = "simulator.kubewright.dev/run-ms";
