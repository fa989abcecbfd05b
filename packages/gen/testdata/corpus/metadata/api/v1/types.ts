/** @groupName=corpus.example.com */
import type { PersistentVolumeClaimTemplate } from "@kubewright/api/core/v1";
import type { KubernetesObject, ObjectMeta } from "@kubewright/apimachinery";

export interface MetaSpec {
  /** What is made is called so. */
  readonly metadata?: ObjectMeta;
  /** @minItems 1 */
  readonly many: readonly ObjectMeta[];
  readonly byName?: Record<string, ObjectMeta>;
  readonly claim: PersistentVolumeClaimTemplate;
  readonly wrapped: Wrapped;
}

export interface Wrapped {
  readonly metadata: ObjectMeta;
  readonly kind: string;
}

/**
 * Meta has metadata within.
 * @kubebuilder:object:root=true
 */
export interface Meta extends KubernetesObject {
  readonly spec: MetaSpec;
}
