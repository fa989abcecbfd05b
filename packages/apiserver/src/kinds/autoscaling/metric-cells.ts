/** Cells of the metrics of a HorizontalPodAutoscaler. */
import type { MetricSpec, MetricStatus } from "@kubewright/api/autoscaling/v2";
import type { View } from "../typed.ts";

const unknown = "<unknown>";

/** The maximum number of metrics in the cell. */
const metricsMax = 2;

/** The cell `Targets`: current and target values. */
export function metricsText(specs: readonly View<MetricSpec>[], statuses: readonly View<MetricStatus>[]): string {
  if (specs.length === 0) return "<none>";
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
