/** Services: https://kubernetes.io/docs/concepts/services-networking/service/ */
import { nameIsDnsLabel } from "@kubewright/apimachinery";
import type { Service } from "@kubewright/api/core/v1";
import type { ApiObject } from "../../objects/api-object.ts";
import type { Subresource } from "../../registry/subresource.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import type { Draft } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { addMissingAddresses } from "./address-objects.ts";
import type { AddressRange } from "./address-range.ts";
import { checkService, checkServiceChange } from "./service-checks.ts";
import { checkServiceStatus, serviceStatusWarnings } from "./load-balancer-status.ts";
import { isExternallyAccessible } from "./service-forms.ts";
import { createServiceReservations } from "./service-reservation.ts";
import { serviceWarnings } from "./service-warnings.ts";
import { dropWhatTheTypeLost } from "./type-change.ts";

/** Services whose addresses come from `range`, and whose endpoints the subresource `proxy` reaches. */
export function serviceKind(range: AddressRange, proxy: Subresource): BuiltinKind {
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
    reserve,
    prepareForCreate: (draft) => dropPolicyWithoutAddress(draftOf<Service>(draft)),
    prepareForUpdate: (draft, old) => {
      const service = draftOf<Service>(draft);
      dropWhatTheTypeLost((service.spec ??= {}), viewOf<Service>(old).spec ?? {});
      dropPolicyWithoutAddress(service);
      if (service.spec.type !== "LoadBalancer") service.status = { ...service.status, loadBalancer: {} };
    },
    warningsOnCreate: (object) => serviceWarnings(viewOf<Service>(object)),
    warningsOnUpdate: (object) => serviceWarnings(viewOf<Service>(object)),
    validate: (object) => checkService(viewOf<Service>(object)),
    validateUpdate: (object, old) => [
      ...checkServiceChange(viewOf<Service>(object).spec ?? {}, viewOf<Service>(old).spec ?? {}),
      ...checkService(viewOf<Service>(object), viewOf<Service>(old)),
    ],
    status: {
      validateUpdate: (object, old) => checkServiceStatus(viewOf<Service>(object), viewOf<Service>(old)),
      warningsOnUpdate: (object) => serviceStatusWarnings(viewOf<Service>(object)),
    },
    committed: (change, context) => {
      addMissingAddresses(change, context);
      return committed(change, context);
    },
    subresources: [proxy],
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
