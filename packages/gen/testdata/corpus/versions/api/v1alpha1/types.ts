/** @groupName=corpus.example.com */
import type { KubernetesObject } from "@kubewright/apimachinery";

/**
 * Ship as it was first.
 * @kubebuilder:object:root=true
 * @kubebuilder:unservedversion
 * @kubebuilder:deprecatedversion
 */
export interface Ship extends KubernetesObject {
  readonly name?: string;
}
