/** Errors of the fields that control the traffic to a Service. */
import type { FieldError, Work } from "@kubewright/apimachinery";
import { append, field, fieldPath, flatMapInSteps, joinedInSteps } from "@kubewright/apimachinery";
import type { Service, ServiceSpec } from "@kubewright/api/core/v1";
import { checkOneOf, checkPortNumber, checkQualifiedName, checkSupported } from "../field-checks.ts";
import { checkPrefix } from "../ip/ip-checks.ts";
import type { View } from "../typed.ts";
import { isExternallyAccessible, needsHealthCheck } from "./service-predicates.ts";

const spec = fieldPath("spec");
const onlyBalancer = "may only be used when `type` is 'LoadBalancer'";
const sourceRanges = "service.beta.kubernetes.io/load-balancer-source-ranges";

/** Checks the source ranges of a load balancer, a field that was an annotation once. */
export function checkSourceRanges(service: View<Service>, old: View<Service> | undefined): Work<readonly FieldError[]> {
  const { type, loadBalancerSourceRanges: ranges = [] } = service.spec ?? {};
  const isBalancer = type === "LoadBalancer";
  if (ranges.length > 0) {
    // The spelling of kube-apiserver.
    const path = spec.child("LoadBalancerSourceRanges");
    const kept = new Set(old?.spec?.loadBalancerSourceRanges?.map((range) => range.trim()));
    return joinedInSteps([
      () => (isBalancer ? [] : [field.forbidden(path, onlyBalancer)]),
      () => flatMapInSteps(ranges, (range, index) => checkPrefix(range.trim(), path.index(index), kept)),
    ]);
  }
  const annotation = service.metadata?.annotations?.[sourceRanges];
  if (annotation === undefined) return [];
  const path = fieldPath("metadata", "annotations").key(sourceRanges);
  const isNew = old?.metadata?.annotations?.[sourceRanges] !== annotation;
  const parts = isNew && annotation.trim() !== "" ? annotation.split(",") : [];
  return [
    ...(isBalancer ? [] : [field.forbidden(path, onlyBalancer)]),
    ...parts.flatMap((range) => checkPrefix(range.trim(), path)),
  ];
}

/** Checks the fields that only load balancers have. */
export function checkBalancerFields(service: View<ServiceSpec>): readonly FieldError[] {
  const path = spec.child("allocateLoadBalancerNodePorts");
  if (service.allocateLoadBalancerNodePorts === undefined || service.type === "LoadBalancer") return [];
  return [field.forbidden(path, onlyBalancer)];
}

export function checkBalancerClass(service: View<ServiceSpec>): readonly FieldError[] {
  const { type, loadBalancerClass } = service;
  if (loadBalancerClass === undefined) return [];
  const path = spec.child("loadBalancerClass");
  if (type === "LoadBalancer") return checkQualifiedName(loadBalancerClass, path);
  return [field.forbidden(path, onlyBalancer)];
}

/** Checks the immutable traffic fields. */
export function checkTrafficChange(next: View<ServiceSpec>, before: View<ServiceSpec>): readonly FieldError[] {
  const errors: FieldError[] = [];
  const areBalancers = next.type === "LoadBalancer" && before.type === "LoadBalancer";
  if (areBalancers && next.loadBalancerClass !== before.loadBalancerClass) {
    const path = spec.child("loadBalancerClass");
    errors.push(field.invalid(path, next.loadBalancerClass ?? null, "may not change once set"));
  }
  append(errors, checkBalancerClass(next));
  if (!needsHealthCheck(before) || !needsHealthCheck(next)) return errors;
  if (next.healthCheckNodePort !== before.healthCheckNodePort) {
    errors.push(field.forbidden(spec.child("healthCheckNodePort"), "field is immutable"));
  }
  return errors;
}

const policies: readonly string[] = ["Cluster", "Local"];
const distributions: readonly string[] = ["PreferClose", "PreferSameZone", "PreferSameNode"];

export function checkTraffic(service: View<ServiceSpec>): readonly FieldError[] {
  const { externalTrafficPolicy = "", internalTrafficPolicy, trafficDistribution } = service;
  const errors: FieldError[] = [];
  const path = spec.child("externalTrafficPolicy");
  if (isExternallyAccessible(service)) append(errors, checkOneOf(externalTrafficPolicy, policies, path));
  else if (externalTrafficPolicy !== "") {
    errors.push(field.invalid(path, externalTrafficPolicy, "may only be set for externally-accessible services"));
  }
  append(errors, checkHealthCheck(service));
  append(errors, checkSupported(internalTrafficPolicy, policies, spec.child("internalTrafficPolicy")));
  append(errors, checkSupported(trafficDistribution, distributions, spec.child("trafficDistribution")));
  return errors;
}

function checkHealthCheck(service: View<ServiceSpec>): readonly FieldError[] {
  const { healthCheckNodePort = 0 } = service;
  const path = spec.child("healthCheckNodePort");
  if (needsHealthCheck(service)) {
    return healthCheckNodePort === 0 ? [field.required(path, "")] : checkPortNumber(healthCheckNodePort, path);
  }
  if (healthCheckNodePort === 0) return [];
  const text = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return [field.invalid(path, healthCheckNodePort, text)];
}
