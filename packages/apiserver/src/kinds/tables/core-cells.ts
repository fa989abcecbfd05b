/** Rows of the core kinds, besides Pods. */
import type {
  ConfigMap,
  Endpoints,
  Event,
  Namespace,
  Node,
  Secret,
  Service,
  ServicePort,
} from "@kubewright/api/core/v1";
import type { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import { formatAge } from "../../negotiation/age.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";

const none = "<none>";

/** Name, Data, Age. */
export function configMapCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { data, binaryData } = viewOf<ConfigMap>(object);
  return [object.metadata.name, sizeOf(data) + sizeOf(binaryData), formatAge(object.metadata.creationTimestamp, now)];
}

/** Name, Type, Data, Age. */
export function secretCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { type, data } = viewOf<Secret>(object);
  return [object.metadata.name, type ?? "", sizeOf(data), formatAge(object.metadata.creationTimestamp, now)];
}

/** Name, Status, Age. */
export function namespaceCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  return [
    object.metadata.name,
    viewOf<Namespace>(object).status?.phase ?? "",
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

/** Name, Type, Cluster-IP, External-IP, Port(s), Age, Selector. */
export function serviceCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const service = viewOf<Service>(object);
  const ports = (service.spec?.ports ?? []).map(portText).join(",");
  return [
    object.metadata.name,
    service.spec?.type ?? "",
    service.spec?.clusterIPs?.[0] ?? none,
    externalAddressOf(service),
    ports === "" ? none : ports,
    formatAge(object.metadata.creationTimestamp, now),
    labelsText(service.spec?.selector),
  ];
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
      return externalIPs.length === 0 ? none : externalIPs.join(",");
  }
}

/** Name, Status, Roles, Age, Version, Internal-IP, External-IP, OS-Image, Kernel-Version, Container-Runtime. */
export function nodeCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const node = viewOf<Node>(object);
  const info = node.status?.nodeInfo ?? {};
  const architecture = (info.architecture ?? "") === "" ? "" : ` (${info.architecture})`;
  return [
    object.metadata.name,
    nodeStatus(node),
    nodeRoles(object),
    formatAge(object.metadata.creationTimestamp, now),
    info.kubeletVersion ?? "",
    addressOf(node, "InternalIP"),
    addressOf(node, "ExternalIP"),
    orUnknown(info.osImage),
    orUnknown(info.kernelVersion) + architecture,
    orUnknown(info.containerRuntimeVersion),
  ];
}

function nodeStatus(node: View<Node>): string {
  const ready = node.status?.conditions?.find(({ type }) => type === "Ready");
  const text = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
  return node.spec?.unschedulable === true ? `${text},SchedulingDisabled` : text;
}

const rolePrefix = "node-role.kubernetes.io/";

function nodeRoles(object: ReadonlyObject): string {
  const roles = new Set<string>();
  for (const [key, value] of Object.entries(object.metadata.labels ?? {})) {
    if (key.startsWith(rolePrefix) && key !== rolePrefix) roles.add(key.slice(rolePrefix.length));
    if (key === "kubernetes.io/role" && value !== "") roles.add(value);
  }
  return roles.size === 0 ? none : [...roles].toSorted().join(",");
}

function addressOf(node: View<Node>, wanted: string): string {
  return node.status?.addresses?.find(({ type }) => type === wanted)?.address ?? none;
}

function orUnknown(text: string | undefined): string {
  return text === undefined || text === "" ? "<unknown>" : text;
}

/** Last Seen, Type, Reason, Object, Subobject, Source, Message, First Seen, Count, Name: of an event in its core/v1 form. */
export function eventCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const event = viewOf<Event>(object);
  const first = formatAge(event.firstTimestamp ?? event.eventTime, now);
  const last = event.series?.lastObservedTime ?? event.lastTimestamp;
  const target = event.involvedObject ?? {};
  const kind = (target.kind ?? "").toLowerCase();
  const component = nonEmpty(event.source?.component) ?? event.reportingComponent ?? "";
  const instance = nonEmpty(event.source?.host) ?? event.reportingInstance ?? "";
  return [
    last === undefined || last === null ? first : formatAge(last, now),
    event.type ?? "",
    event.reason ?? "",
    target.name === undefined ? kind : `${kind}/${target.name}`,
    target.fieldPath ?? "",
    instance === "" ? component : `${component}, ${instance}`,
    (event.message ?? "").trim(),
    first,
    event.series?.count ?? event.count ?? 1,
    object.metadata.name,
  ];
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** Name, Endpoints, Age. */
export function endpointsCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const subsets = viewOf<Endpoints>(object).subsets ?? [];
  const addresses = subsets.flatMap((subset) => {
    const hosts = (subset.addresses ?? []).map(({ ip = "" }) => ip);
    const ports = subset.ports ?? [];
    return ports.length === 0 ? hosts : ports.flatMap(({ port }) => hosts.map((host) => hostPort(host, port ?? 0)));
  });
  return [
    object.metadata.name,
    subsets.length === 0 ? none : firstThree(addresses, ""),
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

function hostPort(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Name, AddressType, Ports, Endpoints, Age. */
export function endpointSliceCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const slice = viewOf<EndpointSlice>(object);
  const ports = (slice.ports ?? []).map(({ port, name }) => String(port ?? name ?? "*"));
  const addresses = (slice.endpoints ?? []).flatMap((endpoint) => endpoint.addresses ?? []);
  return [
    object.metadata.name,
    slice.addressType ?? "",
    firstThree(ports, "<unset>"),
    firstThree(addresses, "<unset>"),
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

function firstThree(texts: readonly string[], empty: string): string {
  if (texts.length === 0) return empty;
  const shown = texts.slice(0, 3).join(",");
  return texts.length > 3 ? `${shown} + ${texts.length - 3} more...` : shown;
}

/** `a=b,c=d` in the order of the keys, `<none>` for no labels. */
export function labelsText(labels: { readonly [key: string]: string } | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? none : pairs.toSorted().join(",");
}

function sizeOf(map: object | undefined): number {
  return Object.keys(map ?? {}).length;
}
