/** The status of a Balancer, a pure function of its children. */
import type { Deployment } from "@kubewright/api/apps/v1";
import { setCondition } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { EventNote } from "@kubewright/client";
import type { BalancerStatus } from "../../api/v1alpha1/balancer.ts";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";

export interface ChildrenState {
  /** The number of backends in the spec that have their Service. */
  readonly active: number;
  /** The number of Services whose backend is no longer in the spec. */
  readonly obsolete: number;
  /** The Deployment of the proxy, if it exists and the Balancer controls it. */
  readonly deployment?: Stored<Deployment> | undefined;
  /** The reasons why children could not be applied. The condition has the first reason. */
  readonly failures: readonly EventNote[];
}

export function balancerStatus(
  balancer: Stored<Balancer>,
  children: ChildrenState,
  nowMs: number,
): Required<BalancerStatus> {
  const observedGeneration = balancer.metadata.generation ?? 0;
  const update = { type: "Ready", observedGeneration, ...readiness(children) };
  return {
    activeBackendsNum: children.active,
    obsoleteBackendsNum: children.obsolete,
    conditions: setCondition(balancer.status?.conditions, update, nowMs),
    observedGeneration,
  };
}

function readiness({ deployment, failures: [failure] }: ChildrenState): {
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
} {
  if (failure) return { status: "False", reason: failure.reason, message: failure.note };
  if (deployment && isAvailable(deployment)) {
    return { status: "True", reason: "ProxyAvailable", message: "The proxy is available" };
  }
  return { status: "False", reason: "ProxyUnavailable", message: "The proxy is not available yet" };
}

function isAvailable({ metadata, status }: Stored<Deployment>): boolean {
  const isObserved = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  return isObserved && (status?.availableReplicas ?? 0) > 0;
}
