/** @groupName=corpus.example.com */
import type { KubernetesObject } from "@kubewright/apimachinery";

export const phases = { running: "Running", pending: "Pending", failed: "Failed" } as const;

/**
 * Phase is one of its constants.
 * @k8s:enum
 */
export type Phase = (typeof phases)[keyof typeof phases];

/** Level is a list of values. */
export type Level = "low" | "high" | "";

export interface EnumSpec {
  readonly phase: Phase;
  /** Where it was before. */
  readonly before?: Phase;
  readonly phases: readonly Phase[];
  readonly level: Level;
  readonly number: 1 | 2 | 3;
  readonly truth: true;
  readonly items: readonly ("x" | "y")[];
  /** @kubebuilder:default=Pending */
  readonly preset?: Phase;
  /** @kubebuilder:validation:Enum=Running;Pending */
  readonly fewer: Phase;
  readonly byPhase: Record<string, Phase>;
}

/**
 * Enum lists values.
 * @kubebuilder:object:root=true
 */
export interface Enum extends KubernetesObject {
  readonly spec: EnumSpec;
}
