/** The Services of a Balancer: the one at which connections come in, and one for each backend. */
import type { Service } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";
import type { BackendSpec } from "../../api/v1alpha1/balancer.ts";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { backendServiceName, balancerLabel } from "./names.ts";
import { ownedMetadata } from "./owned.ts";

type ServiceSpec = NonNullable<Service["spec"]>;

/** At which connections come in: it leads to the proxy, which listens on the same ports. */
export function frontService(balancer: Stored<Balancer>, current: Stored<Service> | undefined): Service {
  return serviceFor(balancer, balancer.metadata.name, current, {
    selector: { [balancerLabel]: balancer.metadata.name },
    ports: balancer.spec.ports.map(({ name, port, protocol }) => ({ name, protocol, port, targetPort: port })),
  });
}

/** Which the proxy names: it leads to the backend's Pods. */
export function backendService(
  balancer: Stored<Balancer>,
  backend: BackendSpec,
  current: Stored<Service> | undefined,
): Service {
  return serviceFor(balancer, backendServiceName(balancer.metadata.name, backend.name), current, {
    selector: { ...balancer.spec.selector, ...backend.selector },
    ports: balancer.spec.ports.map(({ name, port, protocol, targetPort = port }) => ({
      name,
      protocol,
      port,
      targetPort,
    })),
  });
}

function serviceFor(
  balancer: Stored<Balancer>,
  name: string,
  current: Stored<Service> | undefined,
  { selector, ports }: Required<Pick<ServiceSpec, "selector" | "ports">>,
): Service {
  return {
    ...current,
    apiVersion: "v1",
    kind: "Service",
    metadata: ownedMetadata(balancer, name, current),
    spec: { ...current?.spec, type: "ClusterIP", selector, ports },
  };
}
