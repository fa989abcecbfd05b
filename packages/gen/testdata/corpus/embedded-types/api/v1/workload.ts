/** @groupName=shop.example.com */
import type {
  AzureDiskVolumeSource,
  EnvFromSource,
  LocalObjectReference,
  PersistentVolumeClaimTemplate,
  Probe,
  ResourceRequirements,
} from "@kubewright/api/core/v1";
import type { IngressPortStatus } from "@kubewright/api/networking.k8s.io/v1";
import type { Condition, KubernetesObject, LabelSelector } from "@kubewright/apimachinery";

export interface WorkloadSpec {
  /** @maxItems 3 */
  readonly envFrom?: readonly EnvFromSource[];
  /** @kubebuilder:default={name: "defaults"} */
  readonly defaults?: LocalObjectReference;
  readonly disk?: AzureDiskVolumeSource;
  readonly selector: LabelSelector;
  readonly claims: readonly PersistentVolumeClaimTemplate[];
  readonly resources?: Readonly<Record<string, ResourceRequirements>>;
  readonly ports?: readonly IngressPortStatus[];
  readonly probe?: Probe;
}

export interface WorkloadStatus {
  /**
   * @listType=map
   * @listMapKey=type
   */
  readonly conditions?: readonly Condition[];
}

/**
 * @kubebuilder:object:root=true
 * @kubebuilder:subresource:status
 */
export interface Workload extends KubernetesObject {
  readonly spec: WorkloadSpec;
  readonly status?: WorkloadStatus;
}
