/** @groupName=corpus.example.com */
import type { Int32, KubernetesList, KubernetesObject } from "@kubewright/apimachinery";

export interface ShipSpec {
  readonly size?: Int32;
}

/**
 * Ship has a spec now.
 * @kubebuilder:object:root=true
 * @kubebuilder:deprecatedversion:warning="corpus.example.com/v1beta1 Ship is deprecated; use v1"
 * @kubebuilder:subresource:status
 * @kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`
 */
export interface Ship extends KubernetesObject {
  readonly spec?: ShipSpec;
}

export type ShipList = KubernetesList<Ship>;
