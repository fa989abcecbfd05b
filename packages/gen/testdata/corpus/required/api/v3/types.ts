/**
 * @groupName=corpus.example.com
 * @kubebuilder:validation:Required
 */
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

export interface Fields {
  readonly plain: string;
  readonly omitEmpty?: string;
  readonly omitZero?: string;
  readonly pointer?: string | undefined;
  /** @optional */
  readonly optional: string;
  /** @k8s:optional */
  readonly k8sOptional: string;
  /** @kubebuilder:validation:Optional */
  readonly oldOptional: string;
  /** @required */
  readonly required?: string;
  /** @k8s:required */
  readonly k8sRequired?: string;
  /**
   * @k8s:required
   * @minItems 3
   */
  readonly k8sRequiredList: readonly string[];
  /** @k8s:required */
  readonly k8sRequiredMap: Record<string, string>;
  /** @k8s:required */
  readonly k8sRequiredStruct: Inner;
  /** @k8s:required */
  readonly k8sRequiredNumber: Int32;
  /** @kubebuilder:validation:Required */
  readonly oldRequired?: string;
  /**
   * @optional
   * @kubebuilder:validation:Required
   */
  readonly both?: string;
  /** @kubebuilder:default=a */
  readonly preset: string;
  readonly zebra: string;
  readonly apple: string;
}

export interface Inner {
  readonly a?: string;
}

/**
 * Field says what must be there.
 * @kubebuilder:object:root=true
 */
export interface Field extends KubernetesObject {
  readonly spec: Fields;
}
