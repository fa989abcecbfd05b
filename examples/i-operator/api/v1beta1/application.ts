// The first version of Application, which is still served. Objects are stored in v1; application-conversion.ts converts them.

import type { KubernetesObject } from "@kubewright/apimachinery";

/** ApplicationSpec is the desired state of an Application. */
export interface ApplicationSpec {
  /** Whether the Application runs: its Deployment exists only while this is Enabled. */
  readonly state?: "Enabled" | "Disabled";

  /** The image of its one container, such as `nginx:1.22` or `registry.example.com:5000/team/app@sha256:…`. */
  readonly containerImage?: string;
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
 * @kubebuilder:subresource:status
 * @kubebuilder:deprecatedversion:warning="core.crd.lixueduan.com/v1beta1 Application is deprecated; use core.crd.lixueduan.com/v1 Application"
 * @kubebuilder:printcolumn:name="State",type=string,JSONPath=`.spec.state`
 * @kubebuilder:printcolumn:name="Image",type=string,JSONPath=`.spec.containerImage`
 * @kubebuilder:printcolumn:name="Ready",type=boolean,JSONPath=`.status.ready`
 * @kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
 */
export interface Application extends KubernetesObject {
  readonly spec?: ApplicationSpec;
  readonly status?: ApplicationStatus;
}
