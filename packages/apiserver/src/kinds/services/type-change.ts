/**
 * Drops fields of a Service that its new type does not support, if the update does not change them: the server may have
 * set them. Validation rejects changed ones.
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { ServiceSpec } from "@kubewright/api/core/v1";
import type { Draft, View } from "../typed.ts";
import { hasNodePorts, isExternallyAccessible, needsHealthCheck } from "./service-predicates.ts";

export function dropFieldsOfOldType(next: Draft<ServiceSpec>, before: View<ServiceSpec>): void {
  const dropSame = (...names: readonly (keyof ServiceSpec)[]): void => {
    for (const name of names) {
      if (isDeepEqual(next[name] ?? null, before[name] ?? null)) delete next[name];
    }
  };
  if (before.type !== "ExternalName" && next.type === "ExternalName") {
    const isSame = next.clusterIP === before.clusterIP && isDeepEqual(next.clusterIPs ?? [], before.clusterIPs ?? []);
    if (isSame) dropSame("clusterIP", "clusterIPs");
    dropSame("ipFamilies", "ipFamilyPolicy");
  }
  if (hasNodePorts(before) && !hasNodePorts(next)) dropNodePorts(next, before);
  if (needsHealthCheck(before) && !needsHealthCheck(next)) dropSame("healthCheckNodePort");
  if (before.type === "LoadBalancer" && next.type !== "LoadBalancer") {
    dropSame("allocateLoadBalancerNodePorts", "loadBalancerClass");
  }
  if (isExternallyAccessible(before) && !isExternallyAccessible(next)) dropSame("externalTrafficPolicy");
}

/** Drops all node ports, unless one of them is new. */
function dropNodePorts(next: Draft<ServiceSpec>, before: View<ServiceSpec>): void {
  const known = new Set((before.ports ?? []).map(({ nodePort }) => nodePort));
  const ports = next.ports ?? [];
  if (ports.some(({ nodePort }) => nodePort !== undefined && !known.has(nodePort))) return;
  for (const port of ports) delete port.nodePort;
}
