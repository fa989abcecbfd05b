/** Warnings about fields of a Service that have no effect or a bad format. */
import type { Work } from "@kubewright/apimachinery";
import { fieldPath, flatMapInSteps, joinedInSteps } from "@kubewright/apimachinery";
import type { Service, ServiceSpec } from "@kubewright/api/core/v1";
import { ipWarnings, prefixWarnings } from "../ip/ip-checks.ts";
import type { View } from "../typed.ts";
import { topologyHints, topologyMode } from "./service-checks.ts";

const path = fieldPath("spec");

export function serviceWarnings({ metadata, spec = {} }: View<Service>): Work<readonly string[]> {
  const { clusterIPs = [], externalIPs = [], loadBalancerIP = "", loadBalancerSourceRanges = [], type } = spec;
  const isHeadless = type === "ClusterIP" && spec.clusterIP === "None";
  const isUsed = externalIPs.length > 0 && !isHeadless && type !== "ExternalName";
  return joinedInSteps([
    () =>
      metadata?.annotations?.[topologyHints] === undefined
        ? []
        : [`annotation ${topologyHints} is deprecated, please use ${topologyMode} instead`],
    () => flatMapInSteps(clusterIPs, (address, index) => ipWarnings(address, path.child("clusterIPs").index(index))),
    () => (isHeadless ? warningsOfHeadless(spec) : []),
    () => flatMapInSteps(externalIPs, (address, index) => ipWarnings(address, path.child("externalIPs").index(index))),
    () => (isUsed ? ["spec.externalIPs is deprecated and may no longer be implemented in some clusters"] : []),
    () => ipWarnings(loadBalancerIP, path.child("loadBalancerIP")),
    () =>
      flatMapInSteps(loadBalancerSourceRanges, (range, index) =>
        prefixWarnings(range, path.child("loadBalancerSourceRanges").index(index)),
      ),
    () => warningsOfType(spec),
  ]);
}

function warningsOfHeadless({
  externalIPs = [],
  loadBalancerIP = "",
  sessionAffinity,
}: View<ServiceSpec>): readonly string[] {
  return [
    ...(loadBalancerIP === "" ? [] : ["spec.loadBalancerIP is ignored for headless services"]),
    ...(externalIPs.length === 0 ? [] : ["spec.externalIPs is ignored for headless services"]),
    ...(sessionAffinity === "None" ? [] : ["spec.SessionAffinity is ignored for headless services"]),
  ];
}

function warningsOfType({
  type,
  externalIPs = [],
  externalName = "",
  trafficDistribution,
}: View<ServiceSpec>): readonly string[] {
  const isExternalName = type === "ExternalName";
  return [
    ...(isExternalName && externalIPs.length > 0
      ? ['spec.externalIPs is ignored when spec.type is "ExternalName"']
      : []),
    ...(!isExternalName && externalName !== ""
      ? ['spec.externalName is ignored when spec.type is not "ExternalName"']
      : []),
    ...(trafficDistribution === "PreferClose"
      ? ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']
      : []),
  ];
}
