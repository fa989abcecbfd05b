/** Rows of quotas, autoscalers, runtime classes, certificate requests and flow control. */
import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus } from "@kubewright/api/autoscaling/v2";
import type { CertificateSigningRequest } from "@kubewright/api/certificates.k8s.io/v1";
import type { ResourceQuota } from "@kubewright/api/core/v1";
import type { FlowSchema, PriorityLevelConfiguration } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import type { RuntimeClass } from "@kubewright/api/node.k8s.io/v1";
import { formatAge, formatDuration } from "../../negotiation/age.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { convertAutoscaler } from "../autoscaling/first-version.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";

const none = "<none>";
const unknown = "<unknown>";

/** Name, Request, Limit, Age. */
export function resourceQuotaCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { hard = {}, used = {} } = viewOf<ResourceQuota>(object).status ?? {};
  const text = (isLimit: boolean): string =>
    Object.entries(hard)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .filter(([resource]) => resource.startsWith("limits.") === isLimit)
      .map(([resource, most]) => `${resource}: ${used[resource] ?? "0"}/${most}`)
      .join(", ");
  return [object.metadata.name, text(false), text(true), formatAge(object.metadata.creationTimestamp, now)];
}

/** Name, Reference, Targets, MinPods, MaxPods, Replicas, Age. */
export function horizontalPodAutoscalerCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec = {}, status = {} } = viewOf<HorizontalPodAutoscaler>(convertAutoscaler(object, "autoscaling/v2"));
  const { kind = "", name = "" } = spec.scaleTargetRef ?? {};
  return [
    object.metadata.name,
    `${kind}/${name}`,
    metricsText(spec.metrics ?? [], status.currentMetrics ?? []),
    String(spec.minReplicas ?? "<unset>"),
    spec.maxReplicas ?? 0,
    status.currentReplicas ?? 0,
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

/** How many metrics are shown. */
const metricsMax = 2;

function metricsText(specs: readonly View<MetricSpec>[], statuses: readonly View<MetricStatus>[]): string {
  if (specs.length === 0) return none;
  const texts = specs.map((spec, index) => metricText(spec, statuses[index] ?? {}));
  const shown = texts.slice(0, metricsMax).join(", ");
  return texts.length > metricsMax ? `${shown} + ${texts.length - metricsMax} more...` : shown;
}

function metricText(spec: View<MetricSpec>, status: View<MetricStatus>): string {
  switch (spec.type) {
    case "External":
      return plainMetric(spec.external?.target, status.external?.current);
    case "Object":
      return plainMetric(spec.object?.target, status.object?.current);
    case "Pods":
      return `${status.pods === undefined ? unknown : (status.pods.current?.averageValue ?? "0")}/${spec.pods?.target?.averageValue ?? "0"}`;
    case "Resource":
      return resourceMetric(spec.resource, status.resource);
    case "ContainerResource":
      return resourceMetric(spec.containerResource, status.containerResource);
    default:
      return "<unknown type>";
  }
}

type Target = View<NonNullable<MetricSpec["external"]>["target"]>;
type Current = View<NonNullable<MetricStatus["external"]>["current"]>;

function plainMetric(target: Target = {}, current: Current | undefined): string {
  if (target.averageValue !== undefined) return `${current?.averageValue ?? unknown}/${target.averageValue} (avg)`;
  return `${current === undefined ? unknown : (current.value ?? "0")}/${target.value ?? "0"}`;
}

function resourceMetric(
  spec: { readonly name?: string; readonly target?: Target } = {},
  status: { readonly current?: Current } | undefined,
): string {
  const { averageValue, averageUtilization } = spec.target ?? {};
  const current = status?.current;
  if (averageValue !== undefined) {
    return `${spec.name}: ${status === undefined ? unknown : (current?.averageValue ?? "0")}/${averageValue}`;
  }
  const is = current?.averageUtilization === undefined ? unknown : `${current.averageUtilization}%`;
  return `${spec.name}: ${is}/${averageUtilization === undefined ? "<auto>" : `${averageUtilization}%`}`;
}

/** Name, Handler, Age. */
export function runtimeClassCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  return [
    object.metadata.name,
    viewOf<RuntimeClass>(object).handler ?? "",
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

/** Name, Age, SignerName, Requestor, RequestedDuration, Condition. */
export function certificateSigningRequestCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec = {}, status = {} } = viewOf<CertificateSigningRequest>(object);
  const has = (wanted: string): boolean => (status.conditions ?? []).some(({ type }) => type === wanted);
  const decision = has("Denied") ? "Denied" : has("Approved") ? "Approved" : "Pending";
  return [
    object.metadata.name,
    formatAge(object.metadata.creationTimestamp, now),
    (spec.signerName ?? "") === "" ? none : spec.signerName,
    spec.username ?? "",
    spec.expirationSeconds === undefined ? none : formatDuration(spec.expirationSeconds * 1000),
    `${decision}${has("Failed") ? ",Failed" : ""}${(status.certificate ?? "") === "" ? "" : ",Issued"}`,
  ];
}

/** Name, PriorityLevel, MatchingPrecedence, DistinguisherMethod, Age, MissingPL. */
export function flowSchemaCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec = {}, status = {} } = viewOf<FlowSchema>(object);
  return [
    object.metadata.name,
    spec.priorityLevelConfiguration?.name ?? "",
    spec.matchingPrecedence ?? 0,
    spec.distinguisherMethod?.type ?? none,
    formatAge(object.metadata.creationTimestamp, now),
    status.conditions?.find(({ type }) => type === "Dangling")?.status ?? "?",
  ];
}

/** The order in which requests are matched against FlowSchemas: by precedence, then by name. */
export function compareFlowSchemas(a: ReadonlyObject, b: ReadonlyObject): number {
  const precedence = (object: ReadonlyObject): number => viewOf<FlowSchema>(object).spec?.matchingPrecedence ?? 0;
  return precedence(a) - precedence(b) || ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1);
}

/** Name, Type, NominalConcurrencyShares, Queues, HandSize, QueueLengthLimit, Age. */
export function priorityLevelCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { type = "", limited } = viewOf<PriorityLevelConfiguration>(object).spec ?? {};
  const queuing = limited?.limitResponse?.queuing;
  return [
    object.metadata.name,
    type,
    limited === undefined ? none : (limited.nominalConcurrencyShares ?? 0),
    queuing?.queues ?? none,
    queuing?.handSize ?? none,
    queuing?.queueLengthLimit ?? none,
    formatAge(object.metadata.creationTimestamp, now),
  ];
}
