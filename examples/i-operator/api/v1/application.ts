// The API of Application: the CustomResourceDefinition and the descriptor are generated from the types and markers in this file.

import type { KubernetesObject } from "@kubewright/apimachinery";

/** ApplicationSpec is the desired state of an Application. */
export interface ApplicationSpec {
  /** Whether the Application runs: its Deployment exists only while this is true. */
  readonly enabled?: boolean;

  /** The image of its one container, such as `nginx:1.22` or `registry.example.com:5000/team/app@sha256:…`. */
  readonly image?: string;
}

/** ApplicationStatus is the observed state of an Application. */
export interface ApplicationStatus {
  /** Whether the Deployment has at least one ready replica. */
  readonly ready?: boolean;
}

/**
 * Application keeps one Deployment while it is enabled.
 *
 * @kubebuilder:object:root=true
 * @kubebuilder:storageversion
 * @kubebuilder:subresource:status
 * @kubebuilder:printcolumn:name="Enabled",type=boolean,JSONPath=`.spec.enabled`
 * @kubebuilder:printcolumn:name="Image",type=string,JSONPath=`.spec.image`
 * @kubebuilder:printcolumn:name="Ready",type=boolean,JSONPath=`.status.ready`
 * @kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
 */
export interface Application extends KubernetesObject {
  readonly spec?: ApplicationSpec;
  readonly status?: ApplicationStatus;
}
