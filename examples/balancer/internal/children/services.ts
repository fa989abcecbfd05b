/** The Services of a Balancer: the front-end Service, and one Service for each backend. */
import type { Service } from "@kubewright/api/core/v1";
import type { ApplyBody, Stored } from "@kubewright/apimachinery";
import type { BackendSpec } from "../../api/v1alpha1/balancer.ts";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { backendServiceName, balancerLabel, childMetadata } from "./names.ts";

/** Selects the Pods of the proxy, which listens on the same ports. */
export function frontService(balancer: Stored<Balancer>): ApplyBody<Service> {
  const { name } = balancer.metadata;
  const ports = balancer.spec.ports.map(({ name: portName, port, protocol }) => ({
    name: portName,
    protocol,
    port,
    targetPort: port,
  }));
  return {
    metadata: childMetadata(balancer, name),
    spec: { type: "ClusterIP", selector: { [balancerLabel]: name }, ports },
  };
}

/** Selects the Pods of one backend. The configuration of the proxy contains its name. */
export function backendService(balancer: Stored<Balancer>, backend: BackendSpec): ApplyBody<Service> {
  const ports = balancer.spec.ports.map(({ name, port, protocol, targetPort = port }) => ({
    name,
    protocol,
    port,
    targetPort,
  }));
  return {
    metadata: childMetadata(balancer, backendServiceName(balancer.metadata.name, backend.name)),
    spec: { type: "ClusterIP", selector: { ...balancer.spec.selector, ...backend.selector }, ports },
  };
}
