/** Warnings about what a Service asks for in vain. */
import type { Service } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { isHeadless } from "./service-forms.ts";

export function serviceWarnings({ spec = {} }: View<Service>): readonly string[] {
  const warnings: string[] = [];
  const externalIps = spec.externalIPs ?? [];
  const isClusterHeadless = spec.type === "ClusterIP" && isHeadless(spec);
  if (isClusterHeadless) {
    if ((spec.loadBalancerIP ?? "") !== "") warnings.push("spec.loadBalancerIP is ignored for headless services");
    if (externalIps.length > 0) warnings.push("spec.externalIPs is ignored for headless services");
    if (spec.sessionAffinity !== "None") warnings.push("spec.SessionAffinity is ignored for headless services");
  }
  if (externalIps.length > 0 && !isClusterHeadless && spec.type !== "ExternalName") {
    warnings.push("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
  }
  if (spec.type === "ExternalName" && externalIps.length > 0) {
    warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  }
  if (spec.type !== "ExternalName" && (spec.externalName ?? "") !== "") {
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  }
  if (spec.trafficDistribution === "PreferClose") {
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  }
  return warnings;
}
