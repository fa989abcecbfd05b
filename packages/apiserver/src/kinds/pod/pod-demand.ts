/** The requests or limits of a Pod on its node. https://kubernetes.io/docs/concepts/workloads/pods/init-containers/#resource-sharing-within-containers */
import { getOwn } from "@kubewright/apimachinery";
import type { Container, Pod } from "@kubewright/api/core/v1";
import { compareQuantities, sumOfQuantities } from "../quantities.ts";
import { isHugePages } from "../resource-names.ts";
import type { View } from "../typed.ts";
import type { Quantities } from "./container-resources.ts";
import { sumOfContainers } from "./sum-of-containers.ts";

/**
 * The sum of the containers, or Pod-level resources if set, plus the overhead of the Pod. Absent limits stay absent.
 * `of` returns the resources of a container. Default: those in its spec.
 */
export function podDemand(
  { spec = {} }: View<Pod>,
  kind: "requests" | "limits",
  of?: (container: View<Container>) => Quantities,
): Quantities {
  const ofPod = Object.entries(spec.resources?.[kind] ?? {}).filter(([name]) => isOfPod(name));
  const demand = { ...sumOfContainers(spec, kind, of), ...Object.fromEntries(ofPod) };
  const overhead = Object.entries(spec.overhead ?? {}).flatMap(([name, amount]) => {
    const own = getOwn(demand, name);
    if (kind === "limits" && (own === undefined || compareQuantities(own, 0) === 0)) return [];
    return [[name, own === undefined ? amount : sumOfQuantities(own, amount)] as const];
  });
  return { ...demand, ...Object.fromEntries(overhead) };
}

/** Whether resources of the Pod as a whole are set. */
export function hasPodResources({ spec }: View<Pod>): boolean {
  const { requests = {}, limits = {} } = spec?.resources ?? {};
  return Object.keys({ ...requests, ...limits }).some(isOfPod);
}

function isOfPod(name: string): boolean {
  return name === "cpu" || name === "memory" || isHugePages(name);
}
