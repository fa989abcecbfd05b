/** How backends are spread over EndpointSlices, with as few writes as possible: what is in a slice stays there. Pure. */
import type { Service } from "@kubewright/api/core/v1";
import type { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import { isDeepEqual, ownerReferenceTo } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { endpointLabels } from "./backends.ts";
import type { Backend } from "./backends.ts";

/** As many as kube-controller-manager puts into a slice. */
const endpointsMax = 100;

export interface SliceChanges {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly { readonly slice: Stored<EndpointSlice>; readonly wanted: EndpointSlice }[];
  readonly remove: readonly Stored<EndpointSlice>[];
}

type Endpoint = NonNullable<EndpointSlice["endpoints"]>[number];

/** Pods with other ports are in other slices. Where nothing is behind the Service, one empty slice says so. */
export function sliceChanges(
  service: Stored<Service>,
  backends: readonly Backend[],
  existing: readonly Stored<EndpointSlice>[],
): SliceChanges {
  const groups = Map.groupBy(backends, ({ ports }) => JSON.stringify(ports));
  if (groups.size === 0) groups.set("[]", []);
  const left = new Set(existing);
  const create: EndpointSlice[] = [];
  const update: SliceChanges["update"][number][] = [];
  for (const group of groups.values()) {
    const ports = group[0]?.ports ?? [];
    const own = existing.filter((slice) => isOf(slice, ports));
    // A slice whose Pods have all gone, or come for the first time, changes its ports rather than its name.
    const reusable = own.length > 0 ? own : existing.filter((slice) => left.has(slice) && isEmpty(slice));
    for (const [slice, endpoints] of spread(group.map(endpointOf), reusable)) {
      const wanted = sliceFor(service, ports, endpoints);
      if (!slice) create.push(wanted);
      else {
        left.delete(slice);
        if (!isAsWanted(slice, wanted)) update.push({ slice, wanted });
      }
    }
  }
  return { create, update, remove: [...left] };
}

/** Fills the slices that are there, the fuller first, then new ones; those that would be empty are left over. */
function* spread(
  endpoints: readonly Endpoint[],
  slices: readonly Stored<EndpointSlice>[],
): Generator<readonly [Stored<EndpointSlice> | undefined, readonly Endpoint[]]> {
  const placed = new Map(
    slices.map((slice) => [slice, endpoints.filter((endpoint) => holds(slice, endpoint))] as const),
  );
  const homeless = endpoints.filter((endpoint) => !slices.some((slice) => holds(slice, endpoint)));
  const byFill = [...placed].toSorted(([, a], [, b]) => b.length - a.length);
  const isNothing = endpoints.length === 0;
  for (const [slice, kept] of byFill) {
    const all = [...kept, ...homeless.splice(0, endpointsMax - kept.length)];
    if (all.length > 0 || (isNothing && slice === byFill[0]?.[0])) yield [slice, all];
  }
  while (homeless.length > 0) yield [undefined, homeless.splice(0, endpointsMax)];
  if (isNothing && slices.length === 0) yield [undefined, []];
}

function sliceFor(service: Stored<Service>, ports: Backend["ports"], endpoints: readonly Endpoint[]): EndpointSlice {
  const { name, namespace } = service.metadata;
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      generateName: `${name}-`,
      ...(namespace === undefined ? {} : { namespace }),
      labels: endpointLabels(service, {
        "kubernetes.io/service-name": name,
        "endpointslice.kubernetes.io/managed-by": sliceManager,
      }),
      ownerReferences: [ownerReferenceTo(service)],
    },
    addressType: "IPv4",
    endpoints,
    ports,
  };
}

/** Stands on every slice that the controller makes; others are not its own. */
export const sliceManager = "endpointslice-controller.k8s.io";

function endpointOf({ pod, ip, isReady, isServing, isTerminating, hostname }: Backend): Endpoint {
  const { name, namespace, uid } = pod.metadata;
  return {
    addresses: [ip],
    conditions: { ready: isReady, serving: isServing, terminating: isTerminating },
    ...(hostname === undefined ? {} : { hostname }),
    targetRef: { kind: "Pod", ...(namespace === undefined ? {} : { namespace }), name, uid },
    ...(pod.spec?.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
  };
}

function holds(slice: EndpointSlice, endpoint: Endpoint): boolean {
  return (slice.endpoints ?? []).some(({ targetRef }) => targetRef?.uid === endpoint.targetRef?.uid);
}

function isEmpty({ endpoints }: EndpointSlice): boolean {
  return (endpoints ?? []).length === 0;
}

function isOf(slice: EndpointSlice, ports: Backend["ports"]): boolean {
  return isDeepEqual(slice.ports ?? [], ports);
}

function isAsWanted(slice: EndpointSlice, wanted: EndpointSlice): boolean {
  return (
    isOf(slice, (wanted.ports ?? []) as Backend["ports"]) &&
    isDeepEqual(slice.endpoints ?? [], wanted.endpoints) &&
    isDeepEqual(slice.metadata?.labels, wanted.metadata?.labels)
  );
}
