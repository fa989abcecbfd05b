/** Services: https://kubernetes.io/docs/concepts/services-networking/service/ */
import { joinedInSteps, nameIsDnsLabel } from "@kubewright/apimachinery";
import type { Service, ServicePort } from "@kubewright/api/core/v1";
import type { ApiObject } from "../../objects/api-object.ts";
import type { Subresource } from "../../contracts/subresource.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf } from "../typed.ts";
import { addMissingAddresses } from "./address-objects.ts";
import type { AddressRange } from "./address-range.ts";
import { checkService, checkServiceChange } from "./service-checks.ts";
import { checkServiceStatus, serviceStatusWarnings } from "./load-balancer-status.ts";
import { isExternallyAccessible } from "./service-predicates.ts";
import { createServiceReservations } from "./service-reservation.ts";
import { serviceWarnings } from "./service-warnings.ts";
import { dropFieldsOfOldType } from "./type-change.ts";
import { labelsText } from "../cells.ts";

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
