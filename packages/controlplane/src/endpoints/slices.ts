/** Spreads backends over EndpointSlices with few writes: backends stay in their slice. Pure functions. */
import type { Service } from "@kubewright/api/core/v1";
import type { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import { isDeepEqual, ownerReferenceTo } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { endpointLabels } from "./backends.ts";
import type { AddressFamily, Backend } from "./backends.ts";

/** The limit of kube-controller-manager. */
const endpointsMax = 100;

export interface SliceChanges {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly { readonly slice: Stored<EndpointSlice>; readonly wanted: EndpointSlice }[];
  readonly remove: readonly Stored<EndpointSlice>[];
}

type Endpoint = NonNullable<EndpointSlice["endpoints"]>[number];

/**
 * The changes for one address family. Pods with other ports are in other slices. A Service without backends has one empty slice.
 * Empty slices are reused for new backends.
 */
export function sliceChanges(
  service: Stored<Service>,
  backends: readonly Backend[],
  { existing, family }: { readonly existing: readonly Stored<EndpointSlice>[]; readonly family: AddressFamily },
): SliceChanges {
  const groups = Map.groupBy(backends, ({ ports }) => JSON.stringify(ports));
  if (groups.size === 0) groups.set("[]", []);
  const left = new Set(existing);
  const create: EndpointSlice[] = [];
  const update: SliceChanges["update"][number][] = [];
  for (const group of groups.values()) {
    const ports = group[0]?.ports ?? [];
    const own = existing.filter((slice) => isOf(slice, ports));
    for (const [slice, endpoints] of spread(group.map(endpointOf), own)) {
      const wanted = sliceFor(service, { family, ports, endpoints });
      if (!slice) create.push(wanted);
      else {
        left.delete(slice);
        if (!isAsWanted(slice, wanted)) update.push({ slice, wanted });
      }
    }
  }
  for (const slice of left) {
    const wanted = create.pop();
    if (!wanted) break;
    left.delete(slice);
    update.push({ slice, wanted });
  }
  return { create, update, remove: [...left] };
}

/** Fills existing slices, the fullest first, then new ones. Slices that become empty are left over. */
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

interface Content {
  readonly family: AddressFamily;
  readonly ports: Backend["ports"];
  readonly endpoints: readonly Endpoint[];
}

function sliceFor(service: Stored<Service>, { family, ports, endpoints }: Content): EndpointSlice {
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
    addressType: family,
    endpoints,
    ports,
  };
}

/** The label value of the slices that the controller manages. */
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
