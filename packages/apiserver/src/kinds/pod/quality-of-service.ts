/** https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/ */
import type { PodSpec, ResourceRequirements } from "@kubewright/api/core/v1";
import { compareQuantities, isPositiveQuantity } from "../quantities.ts";
import type { View } from "../typed.ts";

export type QualityOfService = "BestEffort" | "Burstable" | "Guaranteed";

const computeResources = ["cpu", "memory"] as const;

/**
 * The class of a Pod: `Guaranteed` if every container has equal requests and limits of cpu and memory, `BestEffort` if no container
 * has any, otherwise `Burstable`. Pod-level requests and limits replace those of the containers.
 */
export function qualityOfServiceOf(spec: View<PodSpec>): QualityOfService {
  const all =
    spec.resources === undefined ? containersOf(spec).map((container) => container.resources ?? {}) : [spec.resources];
  const hasRequests = all.some((resources) =>
    computeResources.some((name) => isPositive(resources.requests?.[name]) || isPositive(resources.limits?.[name])),
  );
  if (!hasRequests) return "BestEffort";
  return all.every(isGuaranteed) ? "Guaranteed" : "Burstable";
}

function containersOf(spec: View<PodSpec>): readonly { readonly resources?: View<ResourceRequirements> }[] {
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
}

function isGuaranteed(resources: View<ResourceRequirements>): boolean {
  return computeResources.every((name) => {
    const limit = resources.limits?.[name];
    const request = resources.requests?.[name];
    if (limit === undefined || !isPositive(limit)) return false;
    return request === undefined || compareQuantities(request, limit) === 0;
  });
}

function isPositive(quantity: string | number | undefined): boolean {
  return quantity !== undefined && isPositiveQuantity(quantity);
}
