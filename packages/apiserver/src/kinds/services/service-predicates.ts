/** Predicates on the type and fields of a Service. */
import type { ServiceSpec } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";

/** Whether the Service has no address: DNS returns those of the Pods. */
export function isHeadless({ clusterIP, clusterIPs }: View<ServiceSpec>): boolean {
  return (clusterIPs?.length ?? 0) === 1 ? clusterIPs?.[0] === "None" : clusterIP === "None";
}

export function needsClusterIp(spec: View<ServiceSpec>): boolean {
  return spec.type !== "ExternalName" && !isHeadless(spec);
}

/** Whether its ports may have ports on the nodes. */
export function hasNodePorts({ type }: View<ServiceSpec>): boolean {
  return type === "NodePort" || type === "LoadBalancer";
}

/** Whether node ports are allocated for ports that do not request one. */
export function allocatesNodePorts(spec: View<ServiceSpec>): boolean {
  if (spec.type === "NodePort") return true;
  return spec.type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts !== false;
}

export function isExternallyAccessible(spec: View<ServiceSpec>): boolean {
  if (spec.type === "LoadBalancer" || spec.type === "NodePort") return true;
  return spec.type === "ClusterIP" && (spec.externalIPs ?? []).length > 0;
}

export function needsHealthCheck(spec: View<ServiceSpec>): boolean {
  return spec.type === "LoadBalancer" && spec.externalTrafficPolicy === "Local";
}
