/** Warnings about fields of a Service that have no effect or a bad format. */
import { append, fieldPath } from "@kubewright/apimachinery";
import type { Service } from "@kubewright/api/core/v1";
import { ipWarnings, prefixWarnings } from "../ip/ip-checks.ts";
import type { View } from "../typed.ts";
import { topologyHints, topologyMode } from "./service-checks.ts";

const path = fieldPath("spec");

export function serviceWarnings({ metadata, spec = {} }: View<Service>): readonly string[] {
  const { clusterIPs = [], externalIPs = [], loadBalancerIP = "", loadBalancerSourceRanges = [], type } = spec;
  const isHeadless = type === "ClusterIP" && spec.clusterIP === "None";
  const warnings: string[] = [];
  if (metadata?.annotations?.[topologyHints] !== undefined) {
    warnings.push(`annotation ${topologyHints} is deprecated, please use ${topologyMode} instead`);
  }
  for (const [index, address] of clusterIPs.entries()) {
    append(warnings, ipWarnings(address, path.child("clusterIPs").index(index)));
  }
  if (isHeadless) {
    if (loadBalancerIP !== "") warnings.push("spec.loadBalancerIP is ignored for headless services");
    if (externalIPs.length > 0) warnings.push("spec.externalIPs is ignored for headless services");
    if (spec.sessionAffinity !== "None") warnings.push("spec.SessionAffinity is ignored for headless services");
  }
  for (const [index, address] of externalIPs.entries()) {
    append(warnings, ipWarnings(address, path.child("externalIPs").index(index)));
  }
  if (externalIPs.length > 0 && !isHeadless && type !== "ExternalName") {
    warnings.push("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
  }
  append(warnings, ipWarnings(loadBalancerIP, path.child("loadBalancerIP")));
  for (const [index, range] of loadBalancerSourceRanges.entries()) {
    append(warnings, prefixWarnings(range, path.child("loadBalancerSourceRanges").index(index)));
  }
  if (type === "ExternalName" && externalIPs.length > 0) {
    warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  }
  if (type !== "ExternalName" && (spec.externalName ?? "") !== "") {
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  }
  if (spec.trafficDistribution === "PreferClose") {
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  }
  return warnings;
}
