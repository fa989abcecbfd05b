import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

export interface Mast {
  readonly name: string;
  readonly height?: Int32;
  /** @pattern ^(0|[1-9][0-9]{0,4})$ */
  readonly sails?: string;
}

export interface ShipSpec {
  readonly name: string;
  /** @default "slow" */
  readonly speed?: "slow" | "fast" | "racing";
  readonly size: { readonly width: Int32; readonly length: Int32 };
  readonly masts?: readonly Mast[];
  readonly holds?: Record<string, { readonly barrels?: Int32; readonly grain?: "yes" | "no" }>;
  readonly 'it"s; evil(); */'?: { readonly a?: string; readonly c?: string };
}

/**
 * Ship is served in two versions, of which the newer is stored.
 * @kubebuilder:object:root=true
 * @kubebuilder:subresource:status
 * @kubebuilder:storageversion
 * @groupName=sea.example.com
 */
export interface Ship extends KubernetesObject {
  readonly spec: ShipSpec;
  readonly status?: { readonly anchored?: boolean };
}
