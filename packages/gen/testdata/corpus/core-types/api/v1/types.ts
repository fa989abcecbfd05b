/** @groupName=corpus.example.com */
import type { DeploymentStrategy } from "@kubewright/api/apps/v1";
import type { JobSpec } from "@kubewright/api/batch/v1";
import type {
  Affinity,
  Container,
  EnvVar,
  ObjectReference,
  PersistentVolumeClaimSpec,
  PodTemplateSpec,
  ResourceRequirements,
  SecretKeySelector,
  ServicePort,
  Toleration,
} from "@kubewright/api/core/v1";
import type { LabelSelector, OwnerReference, Quantity } from "@kubewright/api/meta/v1";
import type { IngressSpec } from "@kubewright/api/networking.k8s.io/v1";
import type { PolicyRule } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import type { KubernetesObject } from "@kubewright/apimachinery";

export interface CoreSpec {
  /** Pods like this. */
  readonly template: PodTemplateSpec;
  /**
   * @maxItems 8
   * @listType=map
   * @listMapKey=name
   */
  readonly containers?: readonly Container[];
  /** @listType=atomic */
  readonly env?: readonly EnvVar[];
  /**
   * Where.
   * @structType=granular
   */
  readonly reference?: ObjectReference;
  readonly secret: SecretKeySelector;
  readonly resources?: ResourceRequirements;
  /** @kubebuilder:default=IfNotPresent */
  readonly pull?: "Always" | "IfNotPresent";
  readonly affinity?: Affinity;
  readonly tolerations?: readonly Toleration[];
  readonly claim: PersistentVolumeClaimSpec;
  readonly ports?: readonly ServicePort[];
  readonly selector?: LabelSelector;
  readonly job: JobSpec;
  readonly strategy?: DeploymentStrategy;
  readonly rules?: readonly PolicyRule[];
  readonly ingress: IngressSpec;
  readonly limits?: Record<string, Quantity>;
  readonly owner: OwnerReference;
}

/**
 * Core has fields of the types that come with Kubernetes.
 * @kubebuilder:object:root=true
 */
export interface Core extends KubernetesObject {
  readonly spec: CoreSpec;
}
