import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

/** Line is one thing that was ordered. */
export interface Line {
  readonly article: string;
  /**
   * @kubebuilder:default=1
   * @kubebuilder:validation:Minimum=1
   */
  readonly count?: Int32;
}

export interface OrderSpec {
  /** @kubebuilder:default=normal */
  readonly speed?: "normal" | "express";
  readonly lines: readonly Line[];
  /** @kubebuilder:default={colour: "brown", ribbons: {}} */
  readonly wrapping?: {
    readonly colour?: string;
    readonly ribbons?: Record<string, Int32>;
  };
  /** Its text stays text: "};</script>`${process}` */
  readonly note?: string;
}

/**
 * Order has a status.
 * @kubebuilder:object:root=true
 * @kubebuilder:subresource:status
 * @groupName=shop.example.com
 */
export interface Order extends KubernetesObject {
  readonly spec: OrderSpec;
  readonly status?: { readonly sent?: boolean };
}

/**
 * Catalogue is in no namespace, and has no status and no default.
 * @kubebuilder:object:root=true
 * @kubebuilder:resource:scope=Cluster,path=price-lists
 */
export interface Catalogue extends KubernetesObject {
  readonly articles?: readonly string[];
}
