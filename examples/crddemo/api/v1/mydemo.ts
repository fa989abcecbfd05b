// The API of Mydemo: the CustomResourceDefinition, the descriptor, clients, listers and informers are generated from these types.

import type { Int64, KubernetesObject } from "@kubewright/apimachinery";

/** MydemoSpec is an endpoint. */
export interface MydemoSpec {
  /** The address. */
  readonly ip?: string;

  /** The port. */
  readonly port?: Int64;
}

/**
 * Mydemo is an address and a port, which the controller only logs.
 *
 * @kubebuilder:object:root=true
 * @kubebuilder:resource:path=mydemos
 * @kubebuilder:metadata:annotations="api-approved.kubernetes.io=unapproved, an example of Kubewright"
 */
export interface Mydemo extends KubernetesObject {
  readonly spec?: MydemoSpec;
}
