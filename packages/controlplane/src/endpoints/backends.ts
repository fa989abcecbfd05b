/** The backends of a Service: the Pods that it selects, with their addresses and ports. Pure functions. */
import type { Pod, Service, ServicePort } from "@kubewright/api/core/v1";
import { isTerminating } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { hasEnded, isReady } from "../replica-set/pod-state.ts";

/** A Pod behind a Service. */
export interface Backend {
  readonly pod: Stored<Pod>;
  readonly ip: string;
  /** The Service ports that the Pod has. */
  readonly ports: readonly BackendPort[];
  readonly isServing: boolean;
  readonly isTerminating: boolean;
  /** Whether it receives new connections. */
  readonly isReady: boolean;
  readonly hostname: string | undefined;
}

export interface BackendPort {
  readonly name: string;
  readonly port: number;
  readonly protocol: Protocol;
  readonly appProtocol?: string;
}

type Protocol = NonNullable<ServicePort["protocol"]>;

const headless = "service.kubernetes.io/headless";

/** Whether the controllers manage its endpoints. The user writes those of a Service without a selector. */
export function hasMadeEndpoints({ spec }: Service): boolean {
  return spec?.selector !== undefined && spec.type !== "ExternalName";
}

export type AddressFamily = "IPv4" | "IPv6";

/** The address families of the Service, the primary one first. */
export function addressFamiliesOf({ spec }: Service): readonly AddressFamily[] {
  const families = (spec?.ipFamilies ?? []).filter((family) => family === "IPv4" || family === "IPv6");
  return families.length > 0 ? families : ["IPv4"];
}

/** The unfinished Pods with an address of the family, by name. */
export function backendsOf(
  service: Stored<Service>,
  pods: readonly Stored<Pod>[],
  family: AddressFamily,
): readonly Backend[] {
  const isAlwaysReady = service.spec?.publishNotReadyAddresses === true;
  return pods
    .filter((pod) => !hasEnded(pod))
    .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    .flatMap((pod) => addressOf(pod, family).map((ip) => [pod, ip] as const))
    .map(([pod, ip]) => ({
      pod,
      ip,
      ports: portsOf(service, pod),
      isServing: isReady(pod),
      isTerminating: isTerminating(pod),
      isReady: isAlwaysReady || (isReady(pod) && !isTerminating(pod)),
      hostname: pod.spec?.subdomain === service.metadata.name ? pod.spec.hostname || undefined : undefined,
    }));
}

/** The first address of the family; empty without an address of this family. */
function addressOf({ status }: Pod, family: AddressFamily): readonly string[] {
  const all = (status?.podIPs ?? [{ ip: status?.podIP ?? "" }]).map(({ ip }) => ip).filter((ip) => ip !== "");
  return all.filter((ip) => ip.includes(":") === (family === "IPv6")).slice(0, 1);
}

/** The labels of the Service, the label for headless Services, and the managing controller. */
export function endpointLabels(
  { metadata, spec }: Service,
  own: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { [headless]: _mark, ...labels } = metadata?.labels ?? {};
  const isHeadless = (spec?.clusterIP ?? "") === "" || spec?.clusterIP === "None";
  return { ...labels, ...(isHeadless ? { [headless]: "" } : {}), ...own };
}

/** The target port is a number, or the name of a port in the Pod. Ports that the Pod lacks are left out. */
function portsOf({ spec }: Service, pod: Pod): readonly BackendPort[] {
  return (spec?.ports ?? []).flatMap(({ name = "", port, targetPort = port, protocol = "TCP", appProtocol }) => {
    const found = typeof targetPort === "number" ? targetPort : namedPort(pod, targetPort, protocol);
    return found === undefined ? [] : [{ name, port: found, protocol, ...(appProtocol ? { appProtocol } : {}) }];
  });
}

function namedPort({ spec }: Pod, wanted: string, wantedProtocol: Protocol): number | undefined {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  const ports = [...(spec?.containers ?? []), ...sidecars].flatMap((container) => container.ports ?? []);
  return ports.find(({ name, protocol = "TCP" }) => name === wanted && protocol === wantedProtocol)?.containerPort;
}
