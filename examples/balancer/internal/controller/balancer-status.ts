/** What a Balancer says of itself. Pure: it follows from what was found and made. */
import type { Deployment } from "@kubewright/api/apps/v1";
import { setCondition } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { BalancerStatus } from "../../api/v1alpha1/balancer.ts";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";

export interface Found {
  /** Wanted backends that have their Service. */
  readonly active: number;
  /** Services of backends that are not wanted. */
  readonly obsolete: number;
  /** The proxy's, when it is there and the Balancer's. */
  readonly deployment?: Stored<Deployment> | undefined;
  /** Why the Balancer cannot be what it asks to be. */
  readonly failure?: { readonly reason: "InvalidSpec" | "NameTaken"; readonly message: string } | undefined;
}

export function balancerStatus(balancer: Stored<Balancer>, found: Found, nowMs: number): Required<BalancerStatus> {
  const observedGeneration = balancer.metadata.generation ?? 0;
  const update = { type: "Ready", observedGeneration, ...readiness(found) };
  return {
    activeBackendsNum: found.active,
    obsoleteBackendsNum: found.obsolete,
    conditions: setCondition(balancer.status?.conditions, update, nowMs),
    observedGeneration,
  };
}

function readiness({ deployment, failure }: Found): {
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
} {
  if (failure) return { status: "False", ...failure };
  if (deployment && isAvailable(deployment)) {
    return { status: "True", reason: "ProxyAvailable", message: "The proxy is available" };
  }
  return { status: "False", reason: "ProxyUnavailable", message: "The proxy is not available yet" };
}

function isAvailable({ metadata, status }: Stored<Deployment>): boolean {
  const isObserved = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  return isObserved && (status?.availableReplicas ?? 0) > 0;
}
