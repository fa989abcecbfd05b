/**
 * Package v1 is the API of shops.
 * @groupName=shop.corpus.example.com
 */
import type { KubernetesObject } from "@kubewright/apimachinery";
import type { Address, Amount } from "../../shared/types.ts";

export interface ShopSpec {
  readonly address: Address;
  /** Where else. */
  readonly branches?: readonly Address[];
  readonly rent: Amount;
  readonly prices?: Record<string, Amount>;
}

/**
 * Shop sells.
 * @kubebuilder:object:root=true
 * @kubebuilder:resource:shortName=sh
 * @kubebuilder:externalDocs:url="https://example.com/shop",description="About shops"
 * @kubebuilder:title="A shop"
 */
export interface Shop extends KubernetesObject {
  readonly spec: ShopSpec;
}

/** NotAKind has no metadata and is only used by others. */
export interface NotAKind {
  readonly a: string;
}
