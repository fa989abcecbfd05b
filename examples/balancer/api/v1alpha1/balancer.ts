// The API of Balancer: the CustomResourceDefinition and the descriptor are generated from the types and markers in this file.

import type { Condition, Int32, Int64, IntOrString, KubernetesObject } from "@kubewright/apimachinery";

/** BackendSpec is a backend of a Balancer. */
export interface BackendSpec {
  /**
   * The name of the backend, a DNS label. It is part of the name of its Service and of the configuration of nginx.
   *
   * @minLength 1
   * @maxLength 63
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
   */
  readonly name: string;

  /**
   * The number of connections of this backend for each connection of a backend with weight 1.
   *
   * @minimum 1
   */
  readonly weight: Int32;

  /** The labels of its Pods, in addition to those of the Balancer's selector. */
  readonly selector?: Readonly<Record<string, string>>;
}

/** The transport protocol of a port. */
export type Protocol = "TCP" | "UDP";

/** BalancerPort is a port that accepts connections. */
export interface BalancerPort {
  /**
   * The name of the port, a DNS label.
   *
   * @minLength 1
   * @maxLength 63
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
   */
  readonly name: string;

  /** @default "TCP" */
  readonly protocol?: Protocol;

  /**
   * The port of the Balancer's Service.
   *
   * @minimum 1
   * @maximum 65535
   */
  readonly port: Int32;

  /** The port of the backends' Pods, by number or by name. Default: `port`. */
  readonly targetPort?: IntOrString;
}

/** BalancerSpec is the desired state of a Balancer. */
export interface BalancerSpec {
  /**
   * The backends over which connections are distributed.
   *
   * @minItems 1
   * @listType=map
   * @listMapKey=name
   */
  readonly backends: readonly BackendSpec[];

  /** The labels that the Pods of all backends have. */
  readonly selector?: Readonly<Record<string, string>>;

  /**
   * The ports that accept connections.
   *
   * @minItems 1
   * @listType=map
   * @listMapKey=name
   */
  readonly ports: readonly BalancerPort[];
}

/** BalancerStatus is the observed state of a Balancer. */
export interface BalancerStatus {
  /** The number of backends with a Service. */
  readonly activeBackendsNum?: Int32;

  /** The number of Services of backends that are no longer in the spec. They are being deleted. */
  readonly obsoleteBackendsNum?: Int32;

  /**
   * The conditions of the Balancer, one of each type.
   *
   * @listType=map
   * @listMapKey=type
   */
  readonly conditions?: readonly Condition[];

  /** The generation of the spec that the status is based on. */
  readonly observedGeneration?: Int64;
}

/**
 * Balancer distributes connections over weighted backends, with its own nginx.
 *
 * @kubebuilder:object:root=true
 * @kubebuilder:subresource:status
 * @kubebuilder:printcolumn:name="Active",type=integer,JSONPath=`.status.activeBackendsNum`
 * @kubebuilder:printcolumn:name="Obsolete",type=integer,JSONPath=`.status.obsoleteBackendsNum`
 * @kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
 * @kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
 */
export interface Balancer extends KubernetesObject {
  readonly spec: BalancerSpec;
  readonly status?: BalancerStatus;
}
