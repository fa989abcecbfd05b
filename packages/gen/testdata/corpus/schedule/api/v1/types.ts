/** @groupName=corpus.example.com */
import type { JobTemplateSpec } from "@kubewright/api/batch/v1";
import type { ObjectReference } from "@kubewright/api/core/v1";
import type { Time } from "@kubewright/api/meta/v1";
import type { Condition, Int32, Int64, KubernetesObject } from "@kubewright/apimachinery";

/**
 * OverlapPolicy says what becomes of a run that is due while another goes on.
 * @k8s:enum
 */
export type OverlapPolicy = "Wait" | "Skip" | "Stop";

/**
 * ScheduleSpec says when what is run.
 * @kubebuilder:validation:ExactlyOneOf=cron;interval
 */
export interface ScheduleSpec {
  /**
   * When, in the form of cron.
   * @minLength 9
   * @maxLength 100
   */
  readonly cron?: string;
  /** How often. */
  readonly interval?: string;
  /** @kubebuilder:default=Wait */
  readonly overlap?: OverlapPolicy;
  /**
   * How late a run may begin.
   * @minimum 0
   */
  readonly deadlineSeconds?: Int64 | null;
  /** @default false */
  readonly suspend?: boolean;
  /** What is run. */
  readonly job: JobTemplateSpec;
  /**
   * @default 3
   * @minimum 0
   * @maximum 100
   */
  readonly historyLimit?: Int32;
  /** @k8s:immutable */
  readonly account?: string;
  /**
   * @listType=set
   * @maxItems 8
   * @kubebuilder:validation:items:MaxLength=63
   */
  readonly tags?: readonly string[];
}

/** ScheduleStatus says what has been run. */
export interface ScheduleStatus {
  /** @listType=atomic */
  readonly active?: readonly ObjectReference[];
  readonly lastRun?: Time;
  /**
   * @listType=map
   * @listMapKey=type
   */
  readonly conditions?: readonly Condition[];
  readonly observedGeneration?: Int64;
}

/**
 * Schedule runs a job again and again.
 *
 * @kubebuilder:object:root=true
 * @kubebuilder:subresource:status
 * @kubebuilder:resource:shortName=sch,categories=all
 * @kubebuilder:printcolumn:name="Cron",type=string,JSONPath=`.spec.cron`
 * @kubebuilder:printcolumn:name="Suspended",type=boolean,JSONPath=`.spec.suspend`
 * @kubebuilder:printcolumn:name="Last run",type=date,JSONPath=`.status.lastRun`
 */
export interface Schedule extends KubernetesObject {
  readonly spec: ScheduleSpec;
  readonly status?: ScheduleStatus;
}
