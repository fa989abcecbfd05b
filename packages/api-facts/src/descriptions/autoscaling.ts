/** Descriptions of the group autoscaling/v2 and of disruption budgets. Format: `type-descriptions.ts`. */
export const autoscaling: string = `
package io.k8s.api.autoscaling.v2

kind HorizontalPodAutoscaler: Changes the number of replicas of a workload with its metrics.
  spec: The workload, its limits and the metrics.
  status: What the autoscaler has observed and decided.
HorizontalPodAutoscalerSpec: The desired behaviour of an autoscaler.
  behavior: How fast replicas are added and removed.
  maxReplicas: The maximum number of replicas. It cannot be less than minReplicas.
  metrics: The metrics. The one that needs most replicas decides. Default: 80 percent of the requested CPU.
  minReplicas: The minimum number of replicas. Default: 1. 0 needs the feature gate HPAScaleToZero and a metric of type Object or External.
  scaleTargetRef: The workload, which must have the subresource scale.
CrossVersionObjectReference: A reference to an object of the same namespace.
  apiVersion: The group and version of the object.
  kind: The kind of the object.
  name: The name of the object.
HorizontalPodAutoscalerBehavior: Rules for both directions.
  scaleDown: How replicas are removed. Default: down to minReplicas, by the highest need of the last 300 seconds.
  scaleUp: How replicas are added. Default: in 15 seconds 4 Pods, or twice as many, whichever is more.
HPAScalingRules: How the number of replicas may change in one direction.
  policies: The limits of a change. At least one is necessary if the field is set.
  selectPolicy: Max (default) uses the policy with the largest change, Min the smallest. Disabled forbids changes in this direction.
  stabilizationWindowSeconds: The time whose most cautious recommendation is used, 0 to 3600 seconds. Default: 0 up, 300 down.
  tolerance: How far the ratio of current and target value may be from 1 without a change, for example 0.05. Default: that of the cluster, usually 0.1.
HPAScalingPolicy: A limit of the change in a period.
  periodSeconds: The length of the period, 1 to 1800 seconds.
  type: Pods (a number) or Percent.
  value: The maximum change in the period. It must be above 0.
MetricSpec: A metric with its target. Only the field of the type is set.
  containerResource: The use of a resource by one container of all Pods.
  external: A metric from outside of the cluster.
  object: A metric of one object of the namespace.
  pods: A metric of each Pod, of which the average is used.
  resource: The use of a resource by all containers of all Pods.
  type: ContainerResource, External, Object, Pods or Resource.
ResourceMetricSource: A resource of Pods and its target.
  name: The resource, for example cpu.
  target: The target, as averageUtilization or averageValue.
ContainerResourceMetricSource < ResourceMetricSource: A resource of one container and its target.
  container: The name of the container.
ExternalMetricSource: An external metric and its target.
  metric: The metric.
  target: The target, as value or averageValue.
ObjectMetricSource: A metric of one object, and its target.
  describedObject: The object, in the namespace of the autoscaler.
  metric: The metric.
  target: The target, as value or averageValue.
PodsMetricSource: A metric of each Pod, and its target.
  metric: The metric.
  target: The target, as averageValue.
MetricIdentifier: The name of a metric.
  name: The name of the metric.
  selector: Labels that the metrics server uses to choose the metric. Default: only the name.
MetricTarget: The target value of a metric.
  averageUtilization: The average use of all Pods, in percent of the request. Only for resources.
  averageValue: The average of all Pods.
  type: Utilization, Value or AverageValue.
  value: The value of the metric.
HorizontalPodAutoscalerStatus: The observed state of an autoscaler.
  conditions: The conditions AbleToScale, ScalingActive and ScalingLimited.
  currentMetrics: The last values of the metrics.
  currentReplicas: The number of replicas at the last check.
  desiredReplicas: The number of replicas that the autoscaler has computed last.
  lastScaleTime: When the number of replicas last changed.
  observedGeneration: The metadata.generation that the autoscaler has processed last.
HorizontalPodAutoscalerCondition < Condition: One aspect of the state of an autoscaler.
  type: AbleToScale, ScalingActive or ScalingLimited.
MetricStatus < MetricSpec: The last value of a metric. Only the field of the type is set.
MetricValueStatus: The value of a metric.
  averageUtilization: The average use of all Pods, in percent of the request.
  averageValue: The average of all Pods.
  value: The value of the metric.
ResourceMetricStatus: A resource of Pods and its last value.
  current: The value.
  name: The resource, for example cpu.
ContainerResourceMetricStatus < ResourceMetricStatus: A resource of one container and its last value.
  container: The name of the container.
ExternalMetricStatus: An external metric and its last value.
  current: The value.
  metric: The metric.
ObjectMetricStatus: A metric of one object and its last value.
  current: The value.
  describedObject: The object, in the namespace of the autoscaler.
  metric: The metric.
PodsMetricStatus: A metric of each Pod and its last value.
  current: The value.
  metric: The metric.

package io.k8s.api.policy.v1

kind PodDisruptionBudget: A limit for evictions: how many Pods of a set may be unavailable.
  spec: The Pods and the limit.
  status: How many evictions are allowed now.
PodDisruptionBudgetSpec: The desired state of a budget. Only one of minAvailable and maxUnavailable can be set.
  maxUnavailable: How many Pods may be unavailable after an eviction, as a number or a percentage.
  minAvailable: How many Pods must be available after an eviction, as a number or a percentage.
  selector: The labels of the Pods, in the namespace of the budget. Empty: all Pods. Absent: no Pods.
  unhealthyPodEvictionPolicy: For running Pods that are not ready: IfHealthyBudget (default) evicts them only if enough others are ready; AlwaysAllow always.
PodDisruptionBudgetStatus: The observed state of a budget.
  conditions: The condition DisruptionAllowed: whether the budget allows an eviction.
  currentHealthy: Pods that are ready.
  desiredHealthy: How many Pods must be ready.
  disruptedPods: Pods whose eviction the server has accepted and the controller has not seen, with its time.
  disruptionsAllowed: How many evictions are allowed now.
  expectedPods: Pods that the budget counts.
  observedGeneration: The metadata.generation that the controller has processed last. If it is older than the object, evictions are rejected.
`;
