// The API of MyJob: the CustomResourceDefinition and the descriptor are generated from the types and markers in this file.

import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import type { Condition, Int64, KubernetesObject } from "@kubewright/apimachinery";

/** The progress of a MyJob. It only moves forward: a completed MyJob stays completed. */
export type MyJobPhase = "pending" | "running" | "completed";

/** MyJobSpec says what is to run. */
export interface MyJobSpec {
  /** The Pod to run, once. The Pod gets the name and the namespace of the MyJob. */
  readonly template: PodTemplateSpec;
}

/** MyJobStatus says what has happened so far. */
export interface MyJobStatus {
  /** Where the MyJob is on its way; absent until it has been seen. */
  readonly phase?: MyJobPhase;

  /**
   * What is true of the MyJob, one entry for each type of condition.
   *
   * @listType=map
   * @listMapKey=type
   */
  readonly conditions?: readonly Condition[];

  /** The generation of the spec that this status is about. */
  readonly observedGeneration?: Int64;
}

/**
 * MyJob runs one Pod to its end and remembers that it ended.
 *
 * @kubebuilder:object:root=true
 * @kubebuilder:subresource:status
 * @kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`
 * @kubebuilder:printcolumn:name="Pod",type=string,JSONPath=`.metadata.name`
 * @kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
 */
export interface MyJob extends KubernetesObject {
  readonly spec: MyJobSpec;
  readonly status?: MyJobStatus;
}
