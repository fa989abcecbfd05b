/** The usage of a Pod. */
import { getOwn, parseTime } from "@kubewright/apimachinery";
import type { Container, ContainerStatus, Pod } from "@kubewright/api/core/v1";
import type { Quantities } from "../../../kinds/pod/container-resources.ts";
import { podDemand } from "../../../kinds/pod/pod-demand.ts";
import { compareQuantities } from "../../../kinds/quantities.ts";
import { isExtended, isHugePages } from "../../../kinds/resource-names.ts";
import type { View } from "../../../kinds/typed.ts";
import type { ResourceList } from "./resource-list.ts";

export const deviceClassPrefix = "deviceclass.resource.kubernetes.io/";

/** A Pod that has ended is only counted as an object. */
export function podUsage(pod: View<Pod>, nowMs: number): ResourceList {
  const counted = { "count/pods": "1" };
  if (hasEnded(pod, nowMs)) return counted;
  return { ...counted, ...computeUsage(demandOf(pod, "requests"), demandOf(pod, "limits")) };
}

/** A Pod that its node does not end within twice the grace period counts as ended. */
function hasEnded({ metadata = {}, status = {} }: View<Pod>, nowMs: number): boolean {
  if (status.phase === "Failed" || status.phase === "Succeeded") return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return false;
  const deletedMs = parseTime(String(deletionTimestamp));
  return deletedMs !== undefined && nowMs > deletedMs + deletionGracePeriodSeconds * 1000;
}

const computeResources = ["cpu", "memory", "ephemeral-storage"] as const;

/** Requests and limits under the names that quotas have for them. */
export function computeUsage(requests: Quantities, limits: Quantities): ResourceList {
  const usage: Record<string, string | number> = { pods: "1" };
  for (const name of computeResources) {
    const [request, limit] = [getOwn(requests, name), getOwn(limits, name)];
    if (request !== undefined) usage[name] = usage[`requests.${name}`] = request;
    if (limit !== undefined) usage[`limits.${name}`] = limit;
  }
  for (const [name, request] of Object.entries(requests)) {
    if (isHugePages(name)) usage[name] = usage[`requests.${name}`] = request;
    if (isExtended(name) || name.startsWith(deviceClassPrefix)) usage[`requests.${name}`] = request;
  }
  return usage;
}

function demandOf(pod: View<Pod>, kind: "requests" | "limits"): Quantities {
  const { containerStatuses, initContainerStatuses } = pod.status ?? {};
  const all = [...(containerStatuses ?? []), ...(initContainerStatuses ?? [])];
  const statuses = new Map(all.map((status) => [status.name ?? "", status]));
  return podDemand(pod, kind, (container) => effective(pod, container, statuses, kind));
}

/** While a container is resized, the larger one of its requests and its allocated resources. */
function effective(
  { status }: View<Pod>,
  container: View<Container>,
  statuses: ReadonlyMap<string, View<ContainerStatus>>,
  kind: "requests" | "limits",
): Quantities {
  const wanted: Quantities = container.resources?.[kind] ?? {};
  const actual = statuses.get(container.name ?? "");
  if (actual?.resources === undefined) return wanted;
  const allocated: Quantities = kind === "requests" ? (actual.allocatedResources ?? {}) : {};
  const pending = (status?.conditions ?? []).find(({ type }) => type === "PodResizePending");
  const has = greatest(actual.resources[kind] ?? {}, allocated);
  return pending?.reason === "Infeasible" ? has : greatest(wanted, has);
}

function greatest(left: Quantities, right: Quantities): Quantities {
  const larger = Object.entries(right).filter(([name, amount]) => {
    const other = getOwn(left, name);
    return other === undefined || compareQuantities(amount, other) > 0;
  });
  return { ...left, ...Object.fromEntries(larger) };
}
