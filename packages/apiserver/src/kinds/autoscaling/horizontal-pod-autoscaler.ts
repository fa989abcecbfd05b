/** HorizontalPodAutoscalers, in their second version: https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/ */
import type { FieldError } from "@kubewright/apimachinery";
import type { HorizontalPodAutoscaler, HPAScalingRules, MetricSpec } from "@kubewright/api/autoscaling/v2";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { Draft, View } from "../typed.ts";
import { viewOf } from "../typed.ts";
import { checkAutoscaler, checkAutoscalerStatus } from "./autoscaler-checks.ts";
import { autoscalerOptions } from "./target-reference.ts";
import { convertAutoscaler, defaultMetric } from "./first-version.ts";
import { metricsText } from "./metric-cells.ts";

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
