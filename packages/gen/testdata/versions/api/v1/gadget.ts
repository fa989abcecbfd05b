/**
 * @groupName=shop.example.com
 * @kubebuilder:validation:Optional
 */
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

/**
 * Gadget, version 1.
 * @kubebuilder:object:root=true
 * @kubebuilder:resource:shortName=gd
 * @kubebuilder:unservedversion
 * @kubebuilder:deprecatedversion
 */
export interface Gadget extends KubernetesObject {
  readonly spec: {
    readonly size: Int32;
    /** @required */
    readonly name: string;
  };
}
