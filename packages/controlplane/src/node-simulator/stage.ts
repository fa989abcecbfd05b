/**
 * The lifecycle of a simulated Pod as data: a list of stages, each with a condition, a delay and the resulting status.
 * The first stage that fits a Pod is its next one. A Pod without a fitting stage does not change.
 */
import type { Pod, PodStatus } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";

/** The inputs of a stage's status besides the Pod. */
export interface StageContext {
  readonly nowMs: number;
  /** The node's address. */
  readonly hostIp: string;
  /** The address of the Pod, the same at every call. */
  readonly podIp: string;
}

export interface PodStage {
  readonly name: string;
  /** Whether the stage applies to the Pod. Must be pure: it is called for every change of the Pod. */
  readonly fits: (pod: Stored<Pod>) => boolean;
  /** The delay before this stage. */
  readonly delayMs: number;
  /** Returns the Pod's status after the stage. "delete" removes a terminating Pod. */
  readonly next: "delete" | ((pod: Stored<Pod>, context: StageContext) => PodStatus);
}

/**
 * How a Pod ends: "Succeeded" (the default), "Failed", or "Running" for a Pod that does not end by itself. Other values
 * are equivalent to "Running". Has no effect on a Pod with restartPolicy Always.
 */
export const outcomeAnnotation = "simulator.kubewright.dev/outcome";

/** How long the Pod runs before it ends, in milliseconds. Default: the simulator's `runMs`. */
export const runMsAnnotation = "simulator.kubewright.dev/run-ms";
