/** Errors of Services: https://kubernetes.io/docs/reference/kubernetes-api/service-resources/service-v1/ */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { append, field, fieldPath, flatMapInSteps, joinedInSteps, repeatedIndexes } from "@kubewright/apimachinery";
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
import { checkIp } from "../ip/ip-checks.ts";
import { checkClusterIps, checkClusterIpsChange } from "./cluster-ip-checks.ts";
import { checkEndpointAddress } from "./endpoint-address.ts";
import { isHeadless } from "./service-predicates.ts";
import {
  checkBalancerClass,
  checkBalancerFields,
  checkSourceRanges,
  checkTraffic,
  checkTrafficChange,
} from "./traffic-checks.ts";

const spec = fieldPath("spec");

/** Two annotations with the same meaning. The first one is older. */
export const topologyHints = "service.kubernetes.io/topology-aware-hints";
export const topologyMode = "service.kubernetes.io/topology-mode";

/** In steps, the errors of a Service, in the order of the reference; `old` is what an update replaces. */
export function checkService(service: View<Service>, old?: View<Service>): Work<readonly FieldError[]> {
  const serviceSpec = service.spec ?? {};
  const { type = "", externalIPs = [] } = serviceSpec;
  const ports = serviceSpec.ports ?? [];
  const hasPorts = ports.length > 0 || isHeadless(serviceSpec) || type === "ExternalName";
  const kept = new Set(old?.spec?.externalIPs);
  return joinedInSteps([
    () => [
      ...checkTopology(service.metadata?.annotations ?? {}),
      ...(hasPorts ? [] : [field.required(spec.child("ports"), "")]),
      ...checkType(serviceSpec),
    ],
    () => checkPorts(ports),
    () => checkLabels(serviceSpec.selector, spec.child("selector")),
    () => [...checkAffinity(serviceSpec), ...checkClusterIps(serviceSpec, old?.spec)],
    () =>
      flatMapInSteps(externalIPs, (address, index) =>
        checkExternalIp(address, spec.child("externalIPs").index(index), kept),
      ),
    () => checkOneOf(type, ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"], spec.child("type")),
    () => checkNodePorts(serviceSpec),
    () => checkDuplicatePorts(ports),
    () => checkSourceRanges(service, old),
    () => [...checkBalancerFields(serviceSpec), ...checkBalancerClass(serviceSpec), ...checkTraffic(serviceSpec)],
  ]);
}

function checkExternalIp(address: string, path: FieldPath, kept: ReadonlySet<string>): readonly FieldError[] {
  const errors = checkIp(address, path, kept);
  return errors.length > 0 ? errors : checkEndpointAddress(address, path);
}

/** Errors of a change, in addition to those of the new Service. */
export function checkServiceChange(next: View<ServiceSpec>, before: View<ServiceSpec>): readonly FieldError[] {
  return [...checkClusterIpsChange(next, before), ...checkTrafficChange(next, before)];
}

function checkTopology(annotations: { readonly [name: string]: string }): readonly FieldError[] {
  const hints = annotations[topologyHints];
  const mode = annotations[topologyMode];
  if (hints === undefined || mode === undefined || hints === mode) return [];
  const path = fieldPath("metadata", "annotations").key(topologyMode);
  return [field.invalid(path, mode, `must match annotations[${topologyHints}] when both are specified`)];
}

/** A day, in seconds. */
const affinitySecondsMax = 86_400;

function checkAffinity({ sessionAffinity, sessionAffinityConfig }: View<ServiceSpec>): readonly FieldError[] {
  const errors = [...checkOneOf(sessionAffinity, ["ClientIP", "None"], spec.child("sessionAffinity"))];
  const path = spec.child("sessionAffinityConfig");
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 0;
  if (sessionAffinity === "None" && sessionAffinityConfig !== undefined) {
    errors.push(field.forbidden(path, "must not be set when session affinity is None"));
  }
  if (sessionAffinity === "ClientIP" && (seconds <= 0 || seconds > affinitySecondsMax)) {
    const text = `must be greater than 0 and less than ${affinitySecondsMax}`;
    errors.push(field.invalid(path.child("clientIP", "timeoutSeconds"), seconds, text));
  }
  return errors;
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

function checkPorts(ports: readonly View<ServicePort>[]): Work<readonly FieldError[]> {
  const names = new Set<string>();
  return flatMapInSteps(ports, (port, index) => {
    const path = spec.child("ports").index(index);
    const { name = "" } = port;
    const errors = [...checkPortName(name, ports.length > 1, names, path.child("name"))];
    append(errors, checkPortNumber(port.port, path.child("port")));
    append(errors, checkOneOf(port.protocol, ["SCTP", "TCP", "UDP"], path.child("protocol")));
    append(errors, checkPort(port.targetPort, path.child("targetPort")));
    if (port.appProtocol !== undefined) append(errors, checkQualifiedName(port.appProtocol, path.child("appProtocol")));
    return errors;
  });
}

/** Several ports need distinct names. */
function checkPortName(name: string, isRequired: boolean, names: Set<string>, path: FieldPath): readonly FieldError[] {
  if (name === "") return isRequired ? [field.required(path, "")] : [];
  const errors = [...checkDnsLabel(name, path)];
  if (names.has(name)) errors.push(field.duplicate(path, name));
  names.add(name);
  return errors;
}

function checkNodePorts(serviceSpec: View<ServiceSpec>): readonly FieldError[] {
  const { ports = [] } = serviceSpec;
  const repeated = repeatedIndexes(
    ports.map(({ nodePort, protocol = "" }) => (nodePort === undefined ? undefined : `${protocol}/${nodePort}`)),
  );
  return ports.flatMap(({ nodePort }, index) => {
    if (nodePort === undefined) return [];
    const path = spec.child("ports").index(index).child("nodePort");
    const errors: FieldError[] = [];
    if (serviceSpec.type === "ClusterIP")
      errors.push(field.forbidden(path, "may not be used when `type` is 'ClusterIP'"));
    if (repeated.has(index)) errors.push(field.duplicate(path, nodePort));
    return errors;
  });
}

function checkDuplicatePorts(ports: readonly View<ServicePort>[]): readonly FieldError[] {
  const repeated = repeatedIndexes(ports.map(({ port = 0, protocol = "" }) => `${protocol}/${port}`));
  return ports.flatMap(({ port = 0, protocol = "" }, index) => {
    if (!repeated.has(index)) return [];
    // kube-apiserver prints the whole Go struct.
    const shown = { Name: "", Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
    return [field.duplicate(spec.child("ports").index(index), shown)];
  });
}
