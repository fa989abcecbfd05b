/**
 * `autoscaling/v1`, whose only metric is the CPU utilization. Annotations hold the other fields of `autoscaling/v2`, so that conversions lose
 * nothing. https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/horizontal-pod-autoscaler-v1/
 */
import { decodeJson, isJsonObject, jsonDepthMax } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, MutableJsonObject } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";

const prefix = "autoscaling.alpha.kubernetes.io/";
const annotations = {
  metrics: `${prefix}metrics`,
  behavior: `${prefix}behavior`,
  currentMetrics: `${prefix}current-metrics`,
  conditions: `${prefix}conditions`,
} as const;
const ownAnnotations: ReadonlySet<string> = new Set([
  ...Object.values(annotations),
  `${prefix}scale-down-tolerance`,
  `${prefix}scale-up-tolerance`,
]);

/** The default metric: 80 percent of the CPU that the Pods request. */
export const defaultMetric: JsonObject = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};

/** An autoscaler in another version; a new object that shares its values with the old one. */
export function convertAutoscaler(object: ApiObject | ReadonlyObject, toApiVersion: string): ApiObject {
  if (object.apiVersion === toApiVersion) return object as ApiObject; // It is not changed.
  return toApiVersion === "autoscaling/v1" ? toFirst(object) : toSecond(object);
}

function toFirst({ metadata, spec, status, ...rest }: ApiObject | ReadonlyObject): ApiObject {
  const { metrics, behavior, ...wanted } = fieldsOf(spec);
  const { currentMetrics, conditions, ...observed } = fieldsOf(status);
  const all = listOf(metrics);
  const cpu = all.find(isCpuShare);
  const others = all.filter((metric) => !isCpuShare(metric));
  const current = listOf(currentMetrics);
  const cpuNow = fieldsOf(fieldsOf(current.findLast(isCpu)?.["resource"])["current"])["averageUtilization"];
  const share = fieldsOf(fieldsOf(cpu?.["resource"])["target"])["averageUtilization"];
  const notes: { [name: string]: string } = { ...withoutOwn(metadata.annotations) };
  if (others.length > 0) notes[annotations.metrics] = JSON.stringify(others.map(metricToFirst));
  if (current.length > 0) notes[annotations.currentMetrics] = JSON.stringify(current.map(metricToFirst));
  if (behavior !== undefined) notes[annotations.behavior] = JSON.stringify(behaviorInGo(fieldsOf(behavior)));
  if (listOf(conditions).length > 0) notes[annotations.conditions] = JSON.stringify(conditions);
  return {
    ...rest,
    metadata: withAnnotations(metadata, notes),
    spec: { ...wanted, ...(share === undefined ? {} : { targetCPUUtilizationPercentage: share }) },
    status: { ...observed, ...(cpuNow === undefined ? {} : { currentCPUUtilizationPercentage: cpuNow }) },
  };
}

function toSecond({ metadata, spec, status, ...rest }: ApiObject | ReadonlyObject): ApiObject {
  const { targetCPUUtilizationPercentage: share, ...wanted } = fieldsOf(spec);
  const { currentCPUUtilizationPercentage: cpuNow, ...observed } = fieldsOf(status);
  const annotation = (name: keyof typeof annotations): JsonValue | undefined =>
    parsed(metadata.annotations?.[annotations[name]]);
  const metrics = [
    ...listOf(annotation("metrics")).map(metricToSecond),
    ...(share === undefined
      ? []
      : [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: share } } }]),
  ];
  const behavior = annotation("behavior");
  const current = annotation("currentMetrics");
  const conditions = annotation("conditions");
  const cpuCurrent =
    cpuNow === undefined
      ? {}
      : { currentMetrics: [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization: cpuNow } } }] };
  return {
    ...rest,
    metadata: withAnnotations(metadata, withoutOwn(metadata.annotations)),
    spec: {
      ...wanted,
      metrics: metrics.length === 0 ? [defaultMetric] : metrics,
      ...(isJsonObject(behavior) ? { behavior: behaviorFromGo(behavior) } : {}),
    },
    status: {
      ...observed,
      ...cpuCurrent,
      ...(current === undefined ? {} : { currentMetrics: listOf(current).map(statusToSecond) }),
      ...(conditions === undefined ? {} : { conditions }),
    },
  };
}

function isCpu(metric: JsonObject): boolean {
  return metric["type"] === "Resource" && fieldsOf(metric["resource"])["name"] === "cpu";
}

/** Whether the first version has a field for the metric. */
function isCpuShare(metric: JsonObject): boolean {
  return isCpu(metric) && fieldsOf(fieldsOf(metric["resource"])["target"])["averageUtilization"] !== undefined;
}

function typeOf({ type }: JsonObject): string {
  return typeof type === "string" ? type : "";
}

/** The fields of metrics by type. */
const sources: ReadonlyMap<string, string> = new Map([
  ["Resource", "resource"],
  ["ContainerResource", "containerResource"],
  ["Pods", "pods"],
  ["Object", "object"],
  ["External", "external"],
]);

/** Converts a metric, or its status, to the flat fields of the first version. */
function metricToFirst(metric: JsonObject): JsonObject {
  const type = typeOf(metric);
  const key = sources.get(type) ?? "";
  const source = fieldsOf(metric[key]);
  const isStatus = source["current"] !== undefined;
  const values = fieldsOf(isStatus ? source["current"] : source["target"]);
  const verb = isStatus ? "current" : "target";
  const { name, selector } = fieldsOf(source["metric"]);
  const flat: MutableJsonObject = {};
  const put = (field: string, value: JsonValue | undefined): void => {
    if (value !== undefined) flat[field] = value;
  };
  if (type === "Object") put("target", source["describedObject"]);
  put("name", source["name"]);
  put("container", source["container"]);
  put("metricName", name);
  put(type === "External" ? "metricSelector" : "selector", selector);
  put(`${verb}AverageUtilization`, values["averageUtilization"]);
  put(type === "Object" ? "averageValue" : `${verb}AverageValue`, values["averageValue"]);
  put(`${verb}Value`, values["value"]);
  return { type, [key]: flat };
}

function metricToSecond(metric: JsonObject): JsonObject {
  const { type, key, source, values } = unflattened(metric, "target");
  const kind =
    values["averageUtilization"] === undefined
      ? values["value"] === undefined
        ? "AverageValue"
        : "Value"
      : "Utilization";
  return { type, [key]: { ...source, target: { type: kind, ...values } } };
}

function statusToSecond(metric: JsonObject): JsonObject {
  const { type, key, source, values } = unflattened(metric, "current");
  return { type, [key]: { ...source, current: values } };
}

interface Unflattened {
  readonly type: string;
  readonly key: string;
  readonly source: JsonObject;
  readonly values: JsonObject;
}

function unflattened(metric: JsonObject, verb: "current" | "target"): Unflattened {
  const type = typeOf(metric);
  const key = sources.get(type) ?? "";
  const flat = fieldsOf(metric[key]);
  const selector = flat["metricSelector"] ?? flat["selector"];
  const source = present({
    name: flat["name"],
    container: flat["container"],
    describedObject: type === "Object" ? flat["target"] : undefined,
    metric: flat["metricName"] === undefined ? undefined : present({ name: flat["metricName"], selector }),
  });
  const values = present({
    averageUtilization: flat[`${verb}AverageUtilization`],
    averageValue: flat[`${verb}AverageValue`] ?? flat["averageValue"],
    value: flat[`${verb}Value`],
  });
  return { type, key, source, values };
}

function present(fields: { readonly [name: string]: JsonValue | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}

/** The annotation has the fields of the Go struct. */
function behaviorInGo({ scaleUp, scaleDown }: JsonObject): JsonValue {
  return { ScaleUp: rulesInGo(scaleUp), ScaleDown: rulesInGo(scaleDown) };
}

function rulesInGo(rules: JsonValue | undefined): JsonValue {
  if (!isJsonObject(rules)) return null;
  const policies = listOf(rules["policies"]).map(({ type, value, periodSeconds }) => ({
    Type: type ?? "",
    Value: value ?? 0,
    PeriodSeconds: periodSeconds ?? 0,
  }));
  return {
    StabilizationWindowSeconds: rules["stabilizationWindowSeconds"] ?? null,
    SelectPolicy: rules["selectPolicy"] ?? null,
    Policies: policies.length === 0 ? null : policies,
    Tolerance: rules["tolerance"] ?? null,
  };
}

/** Converts the names of fields and drops nulls. */
function behaviorFromGo(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(behaviorFromGo);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [uncapitalized(key), behaviorFromGo(item)]),
  );
}

function uncapitalized(key: string): string {
  return key.charAt(0).toLowerCase() + key.slice(1);
}

function parsed(text: string | undefined): JsonValue | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeJson(text, { depthMax: jsonDepthMax }).value;
  } catch {
    return undefined; // The reference ignores annotations that are not JSON, too.
  }
}

function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function withoutOwn(notes: { readonly [name: string]: string } = {}): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(notes).filter(([name]) => !ownAnnotations.has(name)));
}

function withAnnotations(
  metadata: ReadonlyObject["metadata"],
  notes: { readonly [name: string]: string },
): ApiObject["metadata"] {
  const { annotations: _annotations, ...others } = metadata;
  // Callers change the result only if they have passed a draft.
  return (Object.keys(notes).length === 0 ? others : { ...others, annotations: notes }) as ApiObject["metadata"];
}
