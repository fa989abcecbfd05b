// The API of Balancer: the CustomResourceDefinition and the descriptor are generated from the types and markers in this file.

import type { Condition, Int32, Int64, IntOrString, KubernetesObject } from "@kubewright/apimachinery";

/** BackendSpec is one of those over which connections are spread. */
export interface BackendSpec {
  /**
   * Its name: part of the name of its Service, and of the configuration of nginx, so nothing but a DNS label.
   *
   * @minLength 1
   * @maxLength 63
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
   */
  readonly name: string;

  /**
   * How many connections it gets for each that a backend of weight 1 gets.
   *
   * @minimum 1
   */
  readonly weight: Int32;

  /** The labels of its Pods, beside those of the Balancer's selector. */
  readonly selector?: Readonly<Record<string, string>>;
}

/** The transport protocol of a port. */
export type Protocol = "TCP" | "UDP";

/** BalancerPort is a port at which connections come in. */
export interface BalancerPort {
  /**
   * Its name, a DNS label.
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

/** BalancerSpec says what is spread over what. */
export interface BalancerSpec {
  /**
   * Over which backends connections are spread.
   *
   * @minItems 1
   * @listType=map
   * @listMapKey=name
   */
  readonly backends: readonly BackendSpec[];

  /** The labels that the Pods of all backends have. */
  readonly selector?: Readonly<Record<string, string>>;

  /**
   * At which ports connections come in.
   *
   * @minItems 1
   * @listType=map
   * @listMapKey=name
   */
  readonly ports: readonly BalancerPort[];
}

/** BalancerStatus says what has been made. */
export interface BalancerStatus {
  /** How many backends have their Service. */
  readonly activeBackendsNum?: Int32;

  /** How many Services there are of backends that are no longer wanted; they are being deleted. */
  readonly obsoleteBackendsNum?: Int32;

  /**
   * What is true of the Balancer, one entry for each type of condition.
   *
   * @listType=map
   * @listMapKey=type
   */
  readonly conditions?: readonly Condition[];

  /** The generation of the spec that this status is about. */
  readonly observedGeneration?: Int64;
}

/**
 * Balancer spreads connections over weighted backends, through its own nginx.
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
