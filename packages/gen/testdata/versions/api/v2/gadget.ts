/**
 * @groupName=shop.example.com
 * @kubebuilder:validation:Optional
 */
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

/**
 * Gadget, version 2.
 * @kubebuilder:object:root=true
 * @kubebuilder:resource:shortName=gd
 * @kubebuilder:storageversion
 */
export interface Gadget extends KubernetesObject {
  readonly spec: {
    readonly size: Int32;
    /** @required */
    readonly name: string;
  };
}
