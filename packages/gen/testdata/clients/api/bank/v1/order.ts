import type { KubernetesObject } from "@kubewright/apimachinery";

/**
 * Order at a bank, of a group that begins as the other does.
 * @kubebuilder:object:root=true
 * @groupName=shop.example.org
 */
export interface Order extends KubernetesObject {
  readonly amount?: string;
}
