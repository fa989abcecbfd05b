/** Services: https://kubernetes.io/docs/concepts/services-networking/service/ */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import {
  append,
  field,
  fieldPath,
  flatMapInSteps,
  isDeepEqual,
  joinedInSteps,
  nameIsDnsLabel,
} from "@kubewright/apimachinery";
import type { LoadBalancerIngress, Service, ServicePort, ServiceSpec } from "@kubewright/api/core/v1";
import type { ApiObject } from "../../objects/api-object.ts";
import type { Subresource } from "../../contracts/subresource.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf } from "../typed.ts";
import { addMissingAddresses } from "./address-objects.ts";
import type { AddressRange } from "./address-range.ts";
import { checkService, checkServiceChange } from "./service-checks.ts";
import { hasNodePorts, isExternallyAccessible, needsHealthCheck } from "./service-predicates.ts";
import { createServiceReservations } from "./service-reservation.ts";
import { serviceWarnings } from "./service-warnings.ts";
import { labelsText } from "../cells.ts";
import { checkDnsSubdomain } from "../field-checks.ts";
import { checkIp, ipWarnings } from "../ip/ip-checks.ts";
import { readIp } from "../ip/ip-text.ts";

/** Services whose addresses come from `range`, and whose endpoints the subresource `proxy` reaches. */
export function serviceKind(range: AddressRange, proxy: Subresource): BuiltinKind {
  const { reserve, committed } = createServiceReservations(range);
  return builtinKind<Service>({
    group: "",
    plural: "services",
    storagePrefix: "services/specs",
    allowCreateOnUpdate: true,
    deletion: { returnsObject: true },
    validateName: nameIsDnsLabel,
    fields: {
      labels: ["spec.clusterIP", "spec.type"],
      valuesOf: (object) => {
        const { clusterIP = "", type = "" } = object.spec ?? {};
        return { "spec.clusterIP": clusterIP, "spec.type": type };
      },
    },
    defaults: defaultService,
    reserve,
    prepareForCreate: (draft) => dropPolicyWithoutAddress(draft),
    prepareForUpdate: (draft, old) => {
      dropFieldsOfOldType((draft.spec ??= {}), old.spec ?? {});
      dropPolicyWithoutAddress(draft);
      if (draft.spec.type !== "LoadBalancer") draft.status = { ...draft.status, loadBalancer: {} };
    },
    warningsOnCreate: (object) => serviceWarnings(object),
    warningsOnUpdate: (object) => serviceWarnings(object),
    validate: (object) => checkService(object),
    validateUpdate: (object, old) =>
      joinedInSteps([() => checkServiceChange(object.spec ?? {}, old.spec ?? {}), () => checkService(object, old)]),
    status: {
      validateUpdate: (object, old) => checkServiceStatus(object, old),
      warningsOnUpdate: (object) => serviceStatusWarnings(object),
    },
    committed: (change, context) => {
      addMissingAddresses(change, context);
      return committed(change, context);
    },
    subresources: [proxy],
    cells: (object) => {
      const ports = (object.spec?.ports ?? []).map(portText).join(",");
      return {
        Type: object.spec?.type ?? "",
        "Cluster-IP": object.spec?.clusterIPs?.[0] ?? "<none>",
        "External-IP": externalAddressOf(object),
        "Port(s)": ports === "" ? "<none>" : ports,
        Selector: labelsText(object.spec?.selector),
      };
    },
  });
}

/** The default timeout of session affinity: three hours. */
const defaultAffinitySeconds = 10_800;

function defaultService(draft: ApiObject): void {
  const { spec = {}, status } = draftOf<Service>(draft);
  draftOf<Service>(draft).spec = spec;
  spec.sessionAffinity ??= "None";
  if (spec.sessionAffinity === "None") delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === "ClientIP" && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: defaultAffinitySeconds } };
  }
  spec.type ??= "ClusterIP";
  for (const port of spec.ports ?? []) {
    port.protocol ??= "TCP";
    if (port.targetPort === undefined || port.targetPort === 0 || port.targetPort === "")
      port.targetPort = port.port ?? 0;
  }
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ??= "Cluster";
  if (spec.type !== "ExternalName") spec.internalTrafficPolicy ??= "Cluster";
  if (spec.type !== "LoadBalancer") return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of status?.loadBalancer?.ingress ?? []) {
    if (ingress.ip !== undefined) ingress.ipMode ??= "VIP";
  }
}

/** An ExternalName has no traffic policy. The reference removes the field when it reads the Service. */
function dropPolicyWithoutAddress({ spec = {} }: Draft<Service>): void {
  if (spec.type === "ExternalName") delete spec.internalTrafficPolicy;
}

function portText(port: View<ServicePort>): string {
  const number = port.nodePort === undefined ? `${port.port}` : `${port.port}:${port.nodePort}`;
  return `${number}/${port.protocol ?? ""}`;
}

function externalAddressOf(service: View<Service>): string {
  const { type, externalIPs = [], externalName = "" } = service.spec ?? {};
  switch (type) {
    case "ExternalName":
      return externalName;
    case "LoadBalancer": {
      const ingress = (service.status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname ?? "");
      const addresses = [...ingress, ...externalIPs].join(",");
      return addresses === "" ? "<pending>" : addresses;
    }
    default:
      return externalIPs.length === 0 ? "<none>" : externalIPs.join(",");
  }
}

const ingressPath = fieldPath("status", "loadBalancer", "ingress");
const ipModes: readonly string[] = ["Proxy", "VIP"];

function checkServiceStatus(service: View<Service>, old: View<Service>): Work<readonly FieldError[]> {
  const ingress = ingressOf(service);
  if (service.spec?.type !== "LoadBalancer" && ingress.length > 0) {
    return [field.forbidden(ingressPath, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const kept = new Set(ingressOf(old).map(({ ip = "" }) => ip));
  return flatMapInSteps(ingress, (each, index) => checkIngress(each, kept, ingressPath.index(index)));
}

function checkIngress(
  { ip = "", ipMode, hostname = "" }: View<LoadBalancerIngress>,
  kept: ReadonlySet<string>,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = ip === "" ? [] : [...checkIp(ip, path.child("ip"), kept)];
  const modePath = path.child("ipMode");
  if (ipMode === undefined) {
    if (ip !== "") errors.push(field.required(modePath, "must be specified when `ip` is set"));
  } else if (ip === "") errors.push(field.forbidden(modePath, "may not be specified when `ip` is not set"));
  else if (!ipModes.includes(ipMode)) errors.push(field.notSupported(modePath, ipMode, ipModes));
  if (hostname === "") return errors;
  append(errors, checkDnsSubdomain(hostname, path.child("hostname")));
  if (readIp(hostname) !== undefined) {
    errors.push(field.invalid(path.child("hostname"), hostname, "must be a DNS name, not an IP address"));
  }
  return errors;
}

function serviceStatusWarnings(service: View<Service>): Work<readonly string[]> {
  return flatMapInSteps(ingressOf(service), ({ ip = "" }, index) => ipWarnings(ip, ingressPath.index(index)));
}

function ingressOf(service: View<Service>): readonly View<LoadBalancerIngress>[] {
  return service.status?.loadBalancer?.ingress ?? [];
}

/**
 * Drops fields of a Service that its new type does not support, if the update does not change them: the server may have
 * set them. Validation rejects changed ones.
 */
function dropFieldsOfOldType(next: Draft<ServiceSpec>, before: View<ServiceSpec>): void {
  const dropSame = (...names: readonly (keyof ServiceSpec)[]): void => {
    for (const name of names) {
      if (isDeepEqual(next[name] ?? null, before[name] ?? null)) delete next[name];
    }
  };
  if (before.type !== "ExternalName" && next.type === "ExternalName") {
    const isSame = next.clusterIP === before.clusterIP && isDeepEqual(next.clusterIPs ?? [], before.clusterIPs ?? []);
    if (isSame) dropSame("clusterIP", "clusterIPs");
    dropSame("ipFamilies", "ipFamilyPolicy");
  }
  if (hasNodePorts(before) && !hasNodePorts(next)) dropNodePorts(next, before);
  if (needsHealthCheck(before) && !needsHealthCheck(next)) dropSame("healthCheckNodePort");
  if (before.type === "LoadBalancer" && next.type !== "LoadBalancer") {
    dropSame("allocateLoadBalancerNodePorts", "loadBalancerClass");
  }
  if (isExternallyAccessible(before) && !isExternallyAccessible(next)) dropSame("externalTrafficPolicy");
}

/** Drops all node ports, unless one of them is new. */
function dropNodePorts(next: Draft<ServiceSpec>, before: View<ServiceSpec>): void {
  const known = new Set((before.ports ?? []).map(({ nodePort }) => nodePort));
  const ports = next.ports ?? [];
  if (ports.some(({ nodePort }) => nodePort !== undefined && !known.has(nodePort))) return;
  for (const port of ports) delete port.nodePort;
}
