import type { KubernetesObject } from "@kubewright/apimachinery";

/**
 * Order of the next version.
 * @kubebuilder:object:root=true
 * @kubebuilder:storageversion
 * @groupName=shop.example.com
 */
export interface Order extends KubernetesObject {
  /** @kubebuilder:default="\u2028 ends a line for some"*/
  readonly note?: string;
}
