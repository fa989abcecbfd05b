/** HorizontalPodAutoscalers, in their second version: https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, fieldPath } from "@kubewright/apimachinery";
import type {
  HorizontalPodAutoscaler,
  HPAScalingPolicy,
  HPAScalingRules,
  MetricSpec,
  MetricStatus,
} from "@kubewright/api/autoscaling/v2";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { Draft, View } from "../typed.ts";
import { viewOf } from "../typed.ts";
import type { AutoscalerOptions } from "./target-reference.ts";
import { autoscalerOptions, checkReference } from "./target-reference.ts";
import { convertAutoscaler, defaultMetric } from "./first-version.ts";
import { checkNonNegative, checkSupported } from "../field-checks.ts";
import { isNegativeQuantity } from "../quantities.ts";
import { checkMetrics } from "./metric-checks.ts";

export const horizontalPodAutoscalerKind: BuiltinKind = builtinKind<HorizontalPodAutoscaler>({
  group: "autoscaling",
  plural: "horizontalpodautoscalers",
  convert: convertAutoscaler,
  validate: (object) => check(object, undefined),
  validateUpdate: (object, old) => check(object, old),
  status: { validateUpdate: (object) => checkAutoscalerStatus(object) },
  defaults: (draft, version) => {
    const spec = (draft.spec ??= {});
    spec.minReplicas ??= 1;
    if (version === "v1") return;
    spec.metrics ??= [structuredClone(defaultMetric) as Draft<MetricSpec>]; // It has the fields of a MetricSpec.
    if (spec.behavior === undefined) return;
    // Scales up at once, by four Pods or to twice as many; scales down to any size.
    spec.behavior.scaleUp = withDefaults(spec.behavior.scaleUp, {
      stabilizationWindowSeconds: 0,
      policies: [
        { type: "Pods", value: 4, periodSeconds: 15 },
        { type: "Percent", value: 100, periodSeconds: 15 },
      ],
    });
    spec.behavior.scaleDown = withDefaults(spec.behavior.scaleDown, {
      policies: [{ type: "Percent", value: 100, periodSeconds: 15 }],
    });
  },
  cells: (object) => {
    const { spec = {}, status = {} } = viewOf<HorizontalPodAutoscaler>(convertAutoscaler(object, "autoscaling/v2"));
    const { kind = "", name = "" } = spec.scaleTargetRef ?? {};
    return {
      Reference: `${kind}/${name}`,
      Targets: metricsText(spec.metrics ?? [], status.currentMetrics ?? []),
      MinPods: String(spec.minReplicas ?? "<unset>"),
      MaxPods: spec.maxReplicas ?? 0,
      Replicas: status.currentReplicas ?? 0,
    };
  },
});

function check(
  autoscaler: View<HorizontalPodAutoscaler>,
  old: View<HorizontalPodAutoscaler> | undefined,
): readonly FieldError[] {
  return checkAutoscaler(autoscaler, autoscalerOptions(autoscaler, old));
}

function withDefaults(
  rules: Draft<HPAScalingRules> | undefined,
  defaults: Draft<HPAScalingRules>,
): Draft<HPAScalingRules> {
  return { selectPolicy: "Max", ...defaults, ...rules };
}

const unknown = "<unknown>";

/** The maximum number of metrics in the cell. */
const metricsMax = 2;

/** The cell `Targets`: current and target values. */
function metricsText(specs: readonly View<MetricSpec>[], statuses: readonly View<MetricStatus>[]): string {
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

const spec = fieldPath("spec");
const status = fieldPath("status");

function checkAutoscaler(
  { spec: autoscaler = {} }: View<HorizontalPodAutoscaler>,
  options: AutoscalerOptions,
): readonly FieldError[] {
  const { minReplicas, maxReplicas = 0, scaleTargetRef = {}, metrics = [], behavior = {} } = autoscaler;
  const max = spec.child("maxReplicas");
  const errors: FieldError[] = [];
  if (minReplicas !== undefined && minReplicas < 1) {
    errors.push(field.invalid(spec.child("minReplicas"), minReplicas, "must be greater than or equal to 1"));
  }
  if (maxReplicas === 0) errors.push(field.required(max, "must be set and greater than 0"));
  else if (maxReplicas < 0) errors.push(field.invalid(max, maxReplicas, "must be greater than or equal to 1"));
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    errors.push(field.invalid(max, maxReplicas, "must be greater than or equal to `minReplicas`"));
  }
  return [
    ...errors,
    ...checkReference(scaleTargetRef, spec.child("scaleTargetRef"), options.target),
    ...checkMetrics(metrics, minReplicas, spec.child("metrics"), options.metrics),
    ...checkRules(behavior.scaleUp, spec.child("behavior", "scaleUp")),
    ...checkRules(behavior.scaleDown, spec.child("behavior", "scaleDown")),
  ];
}

/** In seconds. */
const periodMax = 1800;
const stabilizationMax = 3600;

function checkRules(rules: View<HPAScalingRules> | undefined, path: FieldPath): readonly FieldError[] {
  if (rules === undefined) return [];
  const { stabilizationWindowSeconds: window = 0, selectPolicy, policies = [], tolerance } = rules;
  const windowPath = path.child("stabilizationWindowSeconds");
  const selections = ["Disabled", "Max", "Min"];
  const errors: FieldError[] = [];
  if (window < 0) errors.push(field.invalid(windowPath, window, "must be greater than or equal to zero"));
  if (window > stabilizationMax) {
    errors.push(field.invalid(windowPath, window, `must be less than or equal to ${stabilizationMax}`));
  }
  append(errors, checkSupported(selectPolicy, selections, path.child("selectPolicy")));
  if (policies.length === 0) errors.push(field.required(path.child("policies"), "must specify at least one Policy"));
  append(
    errors,
    policies.flatMap((policy, index) => checkScalingPolicy(policy, path.child("policies").index(index))),
  );
  if (tolerance !== undefined && isNegativeQuantity(tolerance)) {
    errors.push(field.invalid(path.child("tolerance"), tolerance, "must be greater than or equal to 0"));
  }
  return errors;
}

function checkScalingPolicy(
  { type = "", value = 0, periodSeconds = 0 }: View<HPAScalingPolicy>,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const period = path.child("periodSeconds");
  const types = ["Percent", "Pods"];
  if (!types.includes(type)) errors.push(field.notSupported(path.child("type"), type, types));
  if (value <= 0) errors.push(field.invalid(path.child("value"), value, "must be greater than zero"));
  if (periodSeconds <= 0) errors.push(field.invalid(period, periodSeconds, "must be greater than zero"));
  if (periodSeconds > periodMax) {
    errors.push(field.invalid(period, periodSeconds, `must be less than or equal to ${periodMax}`));
  }
  return errors;
}

function checkAutoscalerStatus({ status: counts = {} }: View<HorizontalPodAutoscaler>): readonly FieldError[] {
  return [
    ...checkNonNegative(counts.currentReplicas, status.child("currentReplicas")),
    ...checkNonNegative(counts.desiredReplicas, status.child("desiredReplicas")),
  ];
}
