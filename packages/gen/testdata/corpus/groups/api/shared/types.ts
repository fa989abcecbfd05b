import type { Int64 } from "@kubewright/apimachinery";

/**
 * Address is where something is.
 * @structType=atomic
 * @kubebuilder:validation:XValidation:rule="self.street != '' || self.box != ''",message="a street or a box"
 */
export interface Address {
  /** @kubebuilder:default="" */
  readonly street?: string;
  /** @kubebuilder:default="" */
  readonly box?: string;
  /** @pattern ^[0-9]{5}$ */
  readonly code: string;
}

/**
 * Amount is money.
 * @minimum 0
 */
export type Amount = Int64;

export type Currency = "EUR" | "USD";
