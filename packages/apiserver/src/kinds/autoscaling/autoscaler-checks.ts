/** Errors of HorizontalPodAutoscalers, in their second version, in the order of the reference. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, fieldPath } from "@kubewright/apimachinery";
import type { HorizontalPodAutoscaler, HPAScalingPolicy, HPAScalingRules } from "@kubewright/api/autoscaling/v2";
import { checkNonNegative } from "../field-checks.ts";
import { isNegativeQuantity } from "../quantities.ts";
import type { View } from "../typed.ts";
import { checkMetrics } from "./metric-checks.ts";
import type { AutoscalerOptions } from "./target-reference.ts";
import { checkReference } from "./target-reference.ts";

const spec = fieldPath("spec");
const status = fieldPath("status");

export function checkAutoscaler(
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
  if (selectPolicy !== undefined && !selections.includes(selectPolicy)) {
    errors.push(field.notSupported(path.child("selectPolicy"), selectPolicy, selections));
  }
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

export function checkAutoscalerStatus({ status: counts = {} }: View<HorizontalPodAutoscaler>): readonly FieldError[] {
  return [
    ...checkNonNegative(counts.currentReplicas, status.child("currentReplicas")),
    ...checkNonNegative(counts.desiredReplicas, status.child("desiredReplicas")),
  ];
}
