/** Errors of the metrics of an autoscaler. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isPathSegmentName } from "@kubewright/apimachinery";
import type { MetricIdentifier, MetricSpec, MetricTarget } from "@kubewright/api/autoscaling/v2";
import { checkDnsLabel, checkSupported, invalidFor } from "../field-checks.ts";
import { isPositiveQuantity } from "../quantities.ts";
import { checkContainerResourceName } from "../resource-names.ts";
import type { View } from "../typed.ts";
import type { ReferenceOptions } from "./target-reference.ts";
import { checkReference } from "./target-reference.ts";

/** Types of metrics with their required fields, in the order of the checks. */
const sources = [
  ["Object", "object"],
  ["External", "external"],
  ["Pods", "pods"],
  ["Resource", "resource"],
  ["ContainerResource", "containerResource"],
] as const;

const types: readonly string[] = ["ContainerResource", "External", "Object", "Pods", "Resource"];

export function checkMetrics(
  metrics: readonly View<MetricSpec>[],
  minReplicas: number | undefined,
  path: FieldPath,
  described: ReferenceOptions,
): readonly FieldError[] {
  const errors = metrics.flatMap((metric, index) => checkMetric(metric, path.index(index), described));
  const canScaleFromZero = metrics.some(({ type }) => type === "Object" || type === "External");
  if (minReplicas !== 0 || canScaleFromZero) return errors;
  const text = "must specify at least one Object or External metric to support scaling to zero replicas";
  return [...errors, field.forbidden(path, text)];
}

function checkMetric(metric: View<MetricSpec>, path: FieldPath, described: ReferenceOptions): readonly FieldError[] {
  const { type = "" } = metric;
  const typePath = path.child("type");
  const unknown = checkSupported(type, types, typePath);
  const present = sources.map(([, name]) => name).filter((name) => metric[name] !== undefined);
  const expected = sources.find(([known]) => known === type)?.[1];
  const isMissing = expected !== undefined && metric[expected] === undefined;
  const surplus = present.length === 1 ? [] : present.filter((name) => name !== expected);
  const [first] = present;
  return [
    ...(type === "" ? [field.required(typePath, "must specify a metric source type")] : []),
    ...unknown,
    ...(first === undefined ? [] : checkSource(metric, first, path.child(first), described)),
    ...(isMissing
      ? [field.required(path.child(expected), "must populate information for the given metric source")]
      : []),
    ...unknown,
    ...surplus.map((name) => field.forbidden(path.child(name), "must populate the given metric source only")),
  ];
}

function checkSource(
  metric: View<MetricSpec>,
  name: (typeof sources)[number][1],
  path: FieldPath,
  described: ReferenceOptions,
): readonly FieldError[] {
  const targetPath = path.child("target");
  switch (name) {
    case "object": {
      const { describedObject = {}, metric: identifier, target = {} } = metric.object ?? {};
      const isSet = target.value !== undefined || target.averageValue !== undefined;
      const text = "must set either a target value or averageValue";
      return [
        ...checkReference(describedObject, path.child("describedObject"), described),
        ...checkIdentifier(identifier, path.child("metric")),
        ...checkTarget(target, targetPath),
        ...(isSet ? [] : [field.required(targetPath.child("averageValue"), text)]),
      ];
    }
    case "external": {
      const { metric: identifier, target = {} } = metric.external ?? {};
      const isSet = target.value !== undefined || target.averageValue !== undefined;
      const text = "must set either a target value for metric or a per-pod target";
      const both = "may not set both a target value for metric and a per-pod target";
      return [
        ...checkIdentifier(identifier, path.child("metric")),
        ...checkTarget(target, targetPath),
        ...(isSet ? [] : [field.required(targetPath.child("averageValue"), text)]),
        ...(target.value !== undefined && target.averageValue !== undefined
          ? [field.forbidden(targetPath.child("value"), both)]
          : []),
      ];
    }
    case "pods": {
      const { metric: identifier, target = {} } = metric.pods ?? {};
      const text = "must specify a positive target averageValue";
      return [
        ...checkIdentifier(identifier, path.child("metric")),
        ...checkTarget(target, targetPath),
        ...(target.averageValue === undefined ? [field.required(targetPath.child("averageValue"), text)] : []),
      ];
    }
    case "resource":
      return checkResource(metric.resource ?? {}, path);
    case "containerResource": {
      const { container = "", name: resource = "" } = metric.containerResource ?? {};
      const at = path.child("container");
      return checkResource(metric.containerResource ?? {}, path, [
        ...(resource === "" ? [] : checkContainerResourceName(resource, path.child("name"))),
        ...(container === "" ? [field.required(at, "must specify a container")] : checkDnsLabel(container, at)),
      ]);
    }
  }
}

/** The target is a percentage of the requests of the Pods, or an amount. */
function checkResource(
  { name = "", target = {} }: { readonly name?: string; readonly target?: View<MetricTarget> },
  path: FieldPath,
  containerErrors: readonly FieldError[] = [],
): readonly FieldError[] {
  const targetPath = path.child("target");
  const hasShare = target.averageUtilization !== undefined;
  const hasAmount = target.averageValue !== undefined;
  const none = "must set either a target raw value or a target utilization";
  const both = "may not set both a target raw value and a target utilization";
  return [
    ...(name === "" ? [field.required(path.child("name"), "must specify a resource name")] : []),
    ...containerErrors,
    ...checkTarget(target, targetPath),
    ...(hasShare || hasAmount ? [] : [field.required(targetPath.child("averageUtilization"), none)]),
    ...(hasShare && hasAmount ? [field.forbidden(targetPath.child("averageValue"), both)] : []),
  ];
}

function checkIdentifier({ name = "" }: View<MetricIdentifier> = {}, path: FieldPath): readonly FieldError[] {
  const at = path.child("name");
  return name === ""
    ? [field.required(at, "must specify a metric name")]
    : invalidFor(at, name, isPathSegmentName(name));
}

function checkTarget(target: View<MetricTarget>, path: FieldPath): readonly FieldError[] {
  const { type = "", value, averageValue, averageUtilization } = target;
  const errors: FieldError[] = [];
  if (type === "") errors.push(field.required(path.child("type"), "must specify a metric target type"));
  if (!["Utilization", "Value", "AverageValue"].includes(type)) {
    errors.push(field.invalid(path.child("type"), type, "must be either Utilization, Value, or AverageValue"));
  }
  for (const [name, quantity] of [
    ["value", value],
    ["averageValue", averageValue],
  ] as const) {
    if (quantity !== undefined && !isPositiveQuantity(quantity)) {
      errors.push(field.invalid(path.child(name), quantity, "must be positive"));
    }
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(field.invalid(path.child("averageUtilization"), averageUtilization, "must be greater than 0"));
  }
  return errors;
}
