/** Autoscalers, priority and storage classes: validation, defaults, and immutable fields. */
import { cases, get, patch, post, remove } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { creates, tried } from "../variations.ts";
import type { Variation } from "../variations.ts";

const autoscalers = "/apis/autoscaling/v2/namespaces/{{namespace}}/horizontalpodautoscalers";
const first = "/apis/autoscaling/v1/namespaces/{{namespace}}/horizontalpodautoscalers";
const target = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
const goodAutoscaler = {
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "a" },
  spec: { maxReplicas: 3, scaleTargetRef: target },
};
const asTable = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

function specs(...list: readonly object[]): readonly Variation[] {
  return list.map((spec) => ({ spec }));
}

function metrics(...list: readonly object[]): readonly Variation[] {
  return list.map((metric) => ({ spec: { metrics: [metric] } }));
}

function rules(...list: readonly object[]): readonly Variation[] {
  return list.map((scaleUp) => ({ spec: { behavior: { scaleUp } } }));
}

const share = { type: "Utilization", averageUtilization: 50 };
const amount = { type: "AverageValue", averageValue: "10" };
const metric = { name: "m" };
const policy = { type: "Pods", value: 1, periodSeconds: 10 };

export const autoscalerCases: readonly DifferentialCase[] = cases("autoscaler", {
  replicas: creates(
    autoscalers,
    goodAutoscaler,
    specs(
      { maxReplicas: null },
      { maxReplicas: -1 },
      { minReplicas: 0 },
      { minReplicas: -1 },
      { minReplicas: 5 },
      { minReplicas: 0, metrics: [{ type: "External", external: { metric, target: amount } }] },
    ),
  ),
  target: creates(
    autoscalers,
    goodAutoscaler,
    specs(
      { scaleTargetRef: null },
      { scaleTargetRef: { kind: "a/b", name: ".." } },
      { scaleTargetRef: { apiVersion: "v1" } },
      { scaleTargetRef: { apiVersion: "a/b/c" } },
      { scaleTargetRef: { apiVersion: null } },
    ),
  ),
  metrics: creates(
    autoscalers,
    goodAutoscaler,
    metrics(
      {},
      { type: "Other" },
      { type: "Resource" },
      { type: "Pods" },
      { type: "Object" },
      { type: "External" },
      { type: "ContainerResource" },
      { type: "Resource", resource: {} },
      { type: "Resource", resource: { name: "cpu", target: { type: "Other" } } },
      { type: "Resource", resource: { name: "cpu", target: { ...share, averageUtilization: 0 } } },
      { type: "Resource", resource: { name: "cpu", target: { ...share, averageValue: "1" } } },
      { type: "Resource", resource: { name: "cpu", target: { type: "AverageValue", averageValue: "-1" } } },
      { type: "Pods", pods: { metric, target: amount }, resource: { name: "cpu", target: share } },
      { type: "Pods", resource: { name: "cpu", target: share } },
      { type: "Pods", pods: {} },
      { type: "Pods", pods: { metric: { name: "a/b" }, target: { type: "Value", value: "0" } } },
      { type: "Object", object: {} },
      { type: "Object", object: { metric, describedObject: { kind: "K", name: "n" }, target: amount } },
      {
        type: "Object",
        object: { metric, describedObject: { kind: "K", name: "n", apiVersion: "a/b/c" }, target: amount },
      },
      { type: "External", external: {} },
      { type: "External", external: { metric, target: { ...amount, value: "1" } } },
      { type: "ContainerResource", containerResource: {} },
      { type: "ContainerResource", containerResource: { name: "cpu", container: "Not_A_Label", target: share } },
      {
        type: "ContainerResource",
        containerResource: { name: "cpu", container: "c", target: { ...share, ...amount } },
      },
    ),
  ),
  behavior: creates(
    autoscalers,
    goodAutoscaler,
    rules(
      {},
      { stabilizationWindowSeconds: -1 },
      { stabilizationWindowSeconds: 3601 },
      { selectPolicy: "Other" },
      { policies: [{}] },
      { policies: [{ ...policy, type: "Other" }] },
      { policies: [{ ...policy, value: -1, periodSeconds: 1801 }] },
      { policies: [policy], tolerance: "-1" },
      { policies: [policy], tolerance: "0.1" },
    ),
  ),
  update: [
    post(autoscalers, goodAutoscaler),
    ...tried(`${autoscalers}/a`, goodAutoscaler, specs({ maxReplicas: 0 }, { scaleTargetRef: { apiVersion: "v1" } })),
    patch("merge", `${autoscalers}/a/status`, { status: { currentReplicas: -1, desiredReplicas: -1 } }),
  ],
  versions: [
    post(autoscalers, {
      ...goodAutoscaler,
      spec: {
        ...goodAutoscaler.spec,
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: share } },
          { type: "Resource", resource: { name: "memory", target: amount } },
          { type: "Pods", pods: { metric, target: amount } },
          {
            type: "Object",
            object: { metric, describedObject: { kind: "K", name: "n" }, target: { type: "Value", value: "5" } },
          },
          { type: "External", external: { metric, target: amount } },
        ],
        behavior: { scaleUp: { policies: [policy] } },
      },
    }),
    get(`${first}/a`),
    get(`${autoscalers}/a`, asTable),
    patch("merge", `${first}/a`, { spec: { maxReplicas: 4, targetCPUUtilizationPercentage: 60 } }),
    get(`${autoscalers}/a`),
    patch("merge", `${autoscalers}/a/status`, {
      status: {
        currentReplicas: 1,
        desiredReplicas: 2,
        currentMetrics: [
          { type: "Resource", resource: { name: "cpu", current: { averageUtilization: 40, averageValue: "4" } } },
          { type: "Pods", pods: { metric, current: { averageValue: "7" } } },
        ],
        conditions: [
          { type: "A", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z", reason: "R", message: "m" },
        ],
      },
    }),
    get(`${first}/a`),
    get(first),
    get(`${autoscalers}/a`, asTable),
    remove(`${first}/a`),
  ],
});

const priorities = "/apis/scheduling.k8s.io/v1/priorityclasses";
const goodPriority = {
  apiVersion: "scheduling.k8s.io/v1",
  kind: "PriorityClass",
  metadata: { name: "{{namespace}}" },
  value: 7,
};

export const priorityClassCases: readonly DifferentialCase[] = cases("priority-class", {
  fields: creates(priorities, goodPriority, [
    { value: 1_000_000_001 },
    { value: -5 },
    { value: null },
    { preemptionPolicy: "Other" },
    { preemptionPolicy: "" },
    { preemptionPolicy: "Never" },
    { metadata: { name: "system-x" } },
    { metadata: { name: "system-node-critical" } },
    { metadata: { name: "system-node-critical" }, value: 2_000_001_000, globalDefault: true },
  ]),
  update: [
    post(priorities, goodPriority),
    ...tried(`${priorities}/{{namespace}}`, goodPriority, [
      { value: 8 },
      { preemptionPolicy: "Never" },
      { description: "d", globalDefault: false },
    ]),
    remove(`${priorities}/{{namespace}}`),
  ],
});

const storageClasses = "/apis/storage.k8s.io/v1/storageclasses";
const goodStorageClass = {
  apiVersion: "storage.k8s.io/v1",
  kind: "StorageClass",
  metadata: { name: "{{namespace}}" },
  provisioner: "example.com/p",
};
const zone = { key: "zone", values: ["a"] };

export const storageClassCases: readonly DifferentialCase[] = cases("storage-class", {
  fields: creates(storageClasses, goodStorageClass, [
    { provisioner: "" },
    { provisioner: "not a name" },
    { provisioner: "Example.com/P" },
    { parameters: { "": "x" } },
    { parameters: { a: "x".repeat(256 * 1024) } },
    { parameters: { a: "x" } },
    { reclaimPolicy: "Other" },
    { reclaimPolicy: "Recycle" },
    { reclaimPolicy: "Retain" },
    { volumeBindingMode: "Other" },
    { volumeBindingMode: "WaitForFirstConsumer" },
    { allowedTopologies: [{}] },
    { allowedTopologies: [{ matchLabelExpressions: [zone] }] },
    { allowedTopologies: [{ matchLabelExpressions: [{}] }] },
    { allowedTopologies: [{ matchLabelExpressions: [{ key: "not a key", values: ["a", "a", "not a value"] }] }] },
    { allowedTopologies: [{ matchLabelExpressions: [zone, zone] }] },
    { allowedTopologies: [{ matchLabelExpressions: [zone] }, { matchLabelExpressions: [zone] }] },
  ]),
  update: [
    post(storageClasses, goodStorageClass),
    ...tried(`${storageClasses}/{{namespace}}`, goodStorageClass, [
      { provisioner: "example.com/q" },
      { parameters: { a: "b" } },
      { reclaimPolicy: "Retain" },
      { volumeBindingMode: "WaitForFirstConsumer" },
      { allowVolumeExpansion: true },
    ]),
    remove(`${storageClasses}/{{namespace}}`),
  ],
});
