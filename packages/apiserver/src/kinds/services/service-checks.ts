/** Errors of Services: https://kubernetes.io/docs/reference/kubernetes-api/service-resources/service-v1/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath } from "@kubewright/apimachinery";
import type { Service, ServicePort, ServiceSpec } from "@kubewright/api/core/v1";
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkLabels,
  checkOneOf,
  checkPort,
  checkPortNumber,
  checkQualifiedName,
} from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkEndpointAddress } from "./endpoint-address.ts";
import { isIpAddress } from "./ip-address.ts";
import { isExternallyAccessible, isHeadless, needsHealthCheck } from "./service-forms.ts";

const spec = fieldPath("spec");

export function checkService(service: View<Service>): readonly FieldError[] {
  const serviceSpec = service.spec ?? {};
  const { type = "" } = serviceSpec;
  const ports = serviceSpec.ports ?? [];
  const errors: FieldError[] = [];
  if (ports.length === 0 && !isHeadless(serviceSpec) && type !== "ExternalName") {
    errors.push(field.required(spec.child("ports"), ""));
  }
  errors.push(...checkType(serviceSpec));
  errors.push(...checkPorts(ports), ...checkLabels(serviceSpec.selector, spec.child("selector")));
  errors.push(...checkOneOf(serviceSpec.sessionAffinity, ["ClientIP", "None"], spec.child("sessionAffinity")));
  if (serviceSpec.sessionAffinity === "None" && serviceSpec.sessionAffinityConfig !== undefined) {
    const text = "must not be set when session affinity is None";
    errors.push(field.forbidden(spec.child("sessionAffinityConfig"), text));
  }
  errors.push(
    ...(serviceSpec.externalIPs ?? []).flatMap((address, index) =>
      checkEndpointAddress(address, spec.child("externalIPs").index(index)),
    ),
  );
  errors.push(...checkOneOf(type, ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"], spec.child("type")));
  errors.push(...checkAddresses(serviceSpec));
  errors.push(...checkNodePorts(serviceSpec), ...checkDuplicatePorts(ports), ...checkTraffic(serviceSpec));
  return errors;
}

function checkAddresses({ type, clusterIPs = [] }: View<ServiceSpec>): readonly FieldError[] {
  if (type === "ExternalName") return [];
  return clusterIPs.flatMap((address, index) => {
    if (isIpAddress(address) || (index === 0 && address === "None")) return [];
    const text = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
    return [field.invalid(spec.child("clusterIPs").index(index), address, text)];
  });
}

function checkType(serviceSpec: View<ServiceSpec>): readonly FieldError[] {
  const { type } = serviceSpec;
  switch (type) {
    case "LoadBalancer":
    case "NodePort": {
      if (!isHeadless(serviceSpec)) return [];
      const text = `may not be set to 'None' for ${type} services`;
      return [field.invalid(spec.child("clusterIPs").index(0), serviceSpec.clusterIPs?.[0] ?? "", text)];
    }
    case "ExternalName": {
      const text = "may not be set for ExternalName services";
      const name = (serviceSpec.externalName ?? "").replace(/\.$/, "");
      return [
        ...((serviceSpec.clusterIPs ?? []).length > 0 ? [field.forbidden(spec.child("clusterIPs"), text)] : []),
        ...((serviceSpec.ipFamilies ?? []).length > 0 ? [field.forbidden(spec.child("ipFamilies"), text)] : []),
        ...(serviceSpec.ipFamilyPolicy === undefined ? [] : [field.forbidden(spec.child("ipFamilyPolicy"), text)]),
        ...(name === ""
          ? [field.required(spec.child("externalName"), "")]
          : checkDnsSubdomain(name, spec.child("externalName"))),
      ];
    }
    default:
      return [];
  }
}

function checkPorts(ports: readonly View<ServicePort>[]): readonly FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const path = spec.child("ports").index(index);
    const { name = "" } = port;
    const errors = [...checkPortName(name, ports.length > 1, names, path.child("name"))];
    errors.push(...checkPortNumber(port.port, path.child("port")));
    errors.push(...checkOneOf(port.protocol, ["SCTP", "TCP", "UDP"], path.child("protocol")));
    errors.push(...checkPort(port.targetPort, path.child("targetPort")));
    if (port.appProtocol !== undefined) errors.push(...checkQualifiedName(port.appProtocol, path.child("appProtocol")));
    return errors;
  });
}

/** Several ports are told apart by their names. */
function checkPortName(name: string, isRequired: boolean, names: Set<string>, path: FieldPath): readonly FieldError[] {
  if (name === "") return isRequired ? [field.required(path, "")] : [];
  const errors = [...checkDnsLabel(name, path)];
  if (names.has(name)) errors.push(field.duplicate(path, name));
  names.add(name);
  return errors;
}

function checkNodePorts(serviceSpec: View<ServiceSpec>): readonly FieldError[] {
  const taken = new Set<string>();
  return (serviceSpec.ports ?? []).flatMap(({ nodePort, protocol = "" }, index) => {
    if (nodePort === undefined) return [];
    const path = spec.child("ports").index(index).child("nodePort");
    const key = `${protocol}/${nodePort}`;
    const errors: FieldError[] = [];
    if (serviceSpec.type === "ClusterIP")
      errors.push(field.forbidden(path, "may not be used when `type` is 'ClusterIP'"));
    if (taken.has(key)) errors.push(field.duplicate(path, nodePort));
    taken.add(key);
    return errors;
  });
}

function checkDuplicatePorts(ports: readonly View<ServicePort>[]): readonly FieldError[] {
  const seen = new Set<string>();
  return ports.flatMap(({ port = 0, protocol = "" }, index) => {
    const key = `${protocol}/${port}`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    // The reference shows the whole Go struct.
    const shown = { Name: "", Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
    return [field.duplicate(spec.child("ports").index(index), shown)];
  });
}

function checkTraffic(serviceSpec: View<ServiceSpec>): readonly FieldError[] {
  const {
    type,
    externalTrafficPolicy = "",
    internalTrafficPolicy,
    healthCheckNodePort,
    allocateLoadBalancerNodePorts,
  } = serviceSpec;
  const errors: FieldError[] = [];
  if (allocateLoadBalancerNodePorts !== undefined && type !== "LoadBalancer") {
    const text = "may only be used when `type` is 'LoadBalancer'";
    errors.push(field.forbidden(spec.child("allocateLoadBalancerNodePorts"), text));
  }
  const path = spec.child("externalTrafficPolicy");
  if (isExternallyAccessible(serviceSpec)) {
    errors.push(...checkOneOf(externalTrafficPolicy, ["Cluster", "Local"], path));
  } else if (externalTrafficPolicy !== "") {
    errors.push(field.invalid(path, externalTrafficPolicy, "may only be set for externally-accessible services"));
  }
  if (!needsHealthCheck(serviceSpec) && healthCheckNodePort !== undefined) {
    const text = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.push(field.invalid(spec.child("healthCheckNodePort"), healthCheckNodePort, text));
  }
  if (internalTrafficPolicy !== undefined) {
    errors.push(...checkOneOf(internalTrafficPolicy, ["Cluster", "Local"], spec.child("internalTrafficPolicy")));
  }
  return errors;
}

/** An address that a Service has is its identity. */
export function checkServiceChange(service: View<Service>, old: View<Service>): readonly FieldError[] {
  const next = service.spec ?? {};
  const before = old.spec ?? {};
  if (next.type === "ExternalName" || before.type === "ExternalName") return [];
  if (isHeadless(next) && isHeadless(before)) return [];
  const addresses = next.clusterIPs ?? [];
  if ((before.clusterIPs ?? []).length > 0 && addresses.length === 0) {
    return [field.invalid(spec.child("clusterIPs").index(0), null, "primary clusterIP can not be unset")];
  }
  return (before.clusterIPs ?? []).flatMap((address, index) =>
    addresses[index] === address
      ? []
      : [field.invalid(spec.child("clusterIPs").index(index), addresses, "may not change once set")],
  );
}
