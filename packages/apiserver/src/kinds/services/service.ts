/** Services: https://kubernetes.io/docs/concepts/services-networking/service/ */
import { nameIsDnsLabel } from "@kubewright/apimachinery";
import type { Service } from "@kubewright/api/core/v1";
import type { ApiObject, ReadonlyObject } from "../../registry/api-object.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import type { Draft } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { followAddresses } from "./address-objects.ts";
import type { AddressRange } from "./address-range.ts";
import { checkService, checkServiceChange } from "./service-checks.ts";
import { isExternallyAccessible, needsClusterIp, needsNodePorts } from "./service-forms.ts";
import { createServiceReservations } from "./service-reservation.ts";
import { serviceWarnings } from "./service-warnings.ts";

/** Services whose addresses come from `range`. */
export function createServiceKind(range: AddressRange): BuiltinKind {
  const { reserve, committed } = createServiceReservations(range);
  return {
    group: "",
    plural: "services",
    validateName: nameIsDnsLabel,
    fields: {
      labels: ["spec.clusterIP", "spec.type"],
      valuesOf: (object) => {
        const { clusterIP = "", type = "" } = viewOf<Service>(object).spec ?? {};
        return { "spec.clusterIP": clusterIP, "spec.type": type };
      },
    },
    defaults: defaultService,
    reserve: (draft, old, context) => {
      if (old !== undefined) dropWhatTheTypeLost(draft, old);
      return reserve(draft, old, context);
    },
    prepareForCreate: (draft) => dropPolicyWithoutAddress(draftOf<Service>(draft)),
    prepareForUpdate: (draft) => {
      const service = draftOf<Service>(draft);
      dropPolicyWithoutAddress(service);
      if (service.spec?.type !== "LoadBalancer") service.status = { loadBalancer: {} };
    },
    warningsOnCreate: (object) => serviceWarnings(viewOf<Service>(object)),
    warningsOnUpdate: (object) => serviceWarnings(viewOf<Service>(object)),
    validate: (object) => checkService(viewOf<Service>(object)),
    validateUpdate: (object, old) => [
      ...checkServiceChange(viewOf<Service>(object), viewOf<Service>(old)),
      ...checkService(viewOf<Service>(object)),
    ],
    committed: (change, context) => {
      committed(change);
      followAddresses(change, context);
    },
  };
}

/** How long a client stays with its Pod: three hours. */
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

/** A name has no traffic of its own. The reference takes the field away as it reads the Service. */
function dropPolicyWithoutAddress({ spec = {} }: Draft<Service>): void {
  if (spec.type === "ExternalName") delete spec.internalTrafficPolicy;
}

/** A change of the type takes away what only the old type had, unless the writer asked for something else. */
function dropWhatTheTypeLost(draft: ApiObject, old: ReadonlyObject): void {
  const next = draftOf<Service>(draft).spec ?? {};
  const before = viewOf<Service>(old).spec ?? {};
  if (needsClusterIp(before) && next.type === "ExternalName" && next.clusterIP === before.clusterIP) {
    delete next.clusterIP;
    delete next.clusterIPs;
    delete next.ipFamilies;
    delete next.ipFamilyPolicy;
  }
  if (needsNodePorts(before) && !needsNodePorts(next)) {
    for (const port of next.ports ?? []) {
      if (before.ports?.some(({ nodePort }) => nodePort === port.nodePort)) delete port.nodePort;
    }
  }
  if (before.type === "LoadBalancer" && next.type !== "LoadBalancer") {
    if (next.allocateLoadBalancerNodePorts === before.allocateLoadBalancerNodePorts)
      delete next.allocateLoadBalancerNodePorts;
    if (next.healthCheckNodePort === before.healthCheckNodePort) delete next.healthCheckNodePort;
  }
  if (isExternallyAccessible(before) && !isExternallyAccessible(next)) delete next.externalTrafficPolicy;
}
