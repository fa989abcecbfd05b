/** @groupName=corpus.example.com */
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

/**
 * Ship is not ready for the world.
 * @kubebuilder:object:root=true
 * @kubebuilder:skipversion
 */
export interface Ship extends KubernetesObject {
  readonly draft: string;
}

/**
 * Boat has no columns and no subresources.
 * @kubebuilder:object:root=true
 */
export interface Boat extends KubernetesObject {
  readonly length: Int32;
}
