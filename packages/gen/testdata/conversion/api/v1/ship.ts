import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

export interface Mast {
  readonly name: string;
  readonly height?: Int32;
  /**
   * Both versions call it so, and one of them means a text.
   * @minimum 0
   * @maximum 99999
   */
  readonly sails?: Int32;
}

export interface ShipSpec {
  readonly name: string;
  /** @default "slow" */
  readonly speed?: "slow" | "fast";
  readonly width: Int32;
  readonly length: Int32;
  readonly masts?: readonly Mast[];
  readonly holds?: Record<string, { readonly barrels?: Int32; readonly grain?: boolean }>;
  /** There is none in v2. */
  readonly motto?: string;
  readonly 'it"s; evil(); */'?: { readonly a?: string; readonly b?: string };
}

/**
 * Ship is served in two versions, of which the newer is stored.
 * @kubebuilder:object:root=true
 * @kubebuilder:subresource:status
 * @groupName=sea.example.com
 */
export interface Ship extends KubernetesObject {
  readonly spec: ShipSpec;
  readonly status?: { readonly anchored?: boolean };
}
