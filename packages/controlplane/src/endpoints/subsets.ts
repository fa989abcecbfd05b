/** The subsets of an Endpoints object: ports of the same Pods are in one subset. Pure functions. */
import type { Endpoints, Service } from "@kubewright/api/core/v1";
import type { Backend } from "./backends.ts";

export type Subset = NonNullable<Endpoints["subsets"]>[number];
type Address = NonNullable<Subset["addresses"]>[number];

/** Leaves out terminating Pods, unless `publishNotReadyAddresses` is set, and Pods without any of the ports, unless the Service has no ports. */
export function subsetsOf({ spec }: Service, backends: readonly Backend[]): readonly Subset[] {
  const shown = backends.filter(({ isTerminating }) => spec?.publishNotReadyAddresses === true || !isTerminating);
  const isWithoutPorts = (spec?.ports ?? []).length === 0;
  if (isWithoutPorts) return spec?.clusterIP === "None" && shown.length > 0 ? [subsetOf(shown, [])] : [];

  const ports = new Map(shown.flatMap((backend) => backend.ports).map((port) => [JSON.stringify(port), port]));
  const byBackends = Map.groupBy(ports.entries(), ([text]) => backendsWith(shown, text).map(uidOf).join());
  return [...byBackends.values()].map((group) =>
    subsetOf(
      backendsWith(shown, group[0]?.[0] ?? ""),
      group.map(([, port]) => port),
    ),
  );
}

function backendsWith(backends: readonly Backend[], port: string): readonly Backend[] {
  return backends.filter(({ ports }) => ports.some((each) => JSON.stringify(each) === port));
}

function uidOf({ pod }: Backend): string {
  return pod.metadata.uid;
}

function subsetOf(backends: readonly Backend[], ports: Backend["ports"]): Subset {
  const inOrder = backends.toSorted((a, b) => (a.ip === b.ip ? (uidOf(a) < uidOf(b) ? -1 : 1) : a.ip < b.ip ? -1 : 1));
  const ready = inOrder.filter(({ isReady }) => isReady).map(addressOf);
  const notReady = inOrder.filter(({ isReady }) => !isReady).map(addressOf);
  return {
    ...(ready.length > 0 ? { addresses: ready } : {}),
    ...(notReady.length > 0 ? { notReadyAddresses: notReady } : {}),
    ...(ports.length > 0 ? { ports: ports.map(({ name, ...port }) => (name === "" ? port : { name, ...port })) } : {}),
  };
}

function addressOf({ pod, ip, hostname }: Backend): Address {
  const { name, namespace, uid } = pod.metadata;
  return {
    ip,
    ...(hostname === undefined ? {} : { hostname }),
    ...(pod.spec?.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
    targetRef: { kind: "Pod", ...(namespace === undefined ? {} : { namespace }), name, uid },
  };
}
