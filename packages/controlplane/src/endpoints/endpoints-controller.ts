/** Keeps the Endpoints of each Service that selects Pods: the older form of EndpointSlices, which many still read. */
import { Endpoints, Pod, Service } from "@kubewright/api/core/v1";
import { isDeepEqual, isNotFound, isTerminating } from "@kubewright/apimachinery";
import { controllerManagedBy, enqueueObject } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { isOvertaken } from "../service-account/service-account-controller.ts";
import { backendsOf, endpointLabels, hasMadeEndpoints } from "./backends.ts";
import type { Backend } from "./backends.ts";
import { selectingServices } from "./selecting-services.ts";

export const endpointsControllerName = "endpoints-controller";

type Subset = NonNullable<Endpoints["subsets"]>[number];

export function addEndpointsController(manager: Manager): void {
  const { client, cache } = manager;

  controllerManagedBy(manager)
    .for(Service)
    .watches(Endpoints, enqueueObject)
    .watches(Pod, selectingServices(cache))
    .named(endpointsControllerName)
    .complete(async (request, { signal }) => {
      const { namespace = "" } = request;
      const service = await client.get(Service, request, { signal });
      const existing = await client.get(Endpoints, request, { signal });
      if (!service || isTerminating(service)) {
        const isOurs = existing?.metadata.labels?.[managedBy] === managerName;
        if (existing && isOurs) await client.delete(existing, { signal }).catch(unlessGone);
        return {};
      }
      if (!hasMadeEndpoints(service)) return {};
      const matchLabels = service.spec?.selector ?? {};
      const pods = await Array.fromAsync(client.list(Pod, { namespace, labelSelector: { matchLabels }, signal }));

      const subsets = subsetsOf(backendsOf(service, pods), service.spec?.publishNotReadyAddresses === true);
      const labels = endpointLabels(service, { [managedBy]: managerName });
      if (existing && isDeepEqual(existing.subsets ?? [], subsets) && isDeepEqual(existing.metadata.labels, labels))
        return {};
      const metadata = { ...existing?.metadata, namespace, name: request.name, labels };
      const wanted: Endpoints = {
        apiVersion: "v1",
        kind: "Endpoints",
        metadata,
        ...(subsets.length > 0 ? { subsets } : {}),
      };
      await (existing ? client.update(wanted, { signal }) : client.create(wanted, { signal })).catch(
        (error: unknown) => {
          if (!isOvertaken(error)) throw error;
        },
      );
      return {};
    });
}

const managedBy = "endpoints.kubernetes.io/managed-by";
const managerName = "endpoint-controller";

/** One subset for the Pods with the same ports. A Pod on its way out is in none, unless all are to be published. */
export function subsetsOf(backends: readonly Backend[], isAllPublished: boolean): readonly Subset[] {
  const shown = backends.filter((backend) => (isAllPublished || !backend.isTerminating) && backend.ports.length > 0);
  return [...Map.groupBy(shown, ({ ports }) => JSON.stringify(ports)).values()].map((group) => {
    const ready = group.filter(({ isReady }) => isReady).map(addressOf);
    const notReady = group.filter(({ isReady }) => !isReady).map(addressOf);
    return {
      ...(ready.length > 0 ? { addresses: ready } : {}),
      ...(notReady.length > 0 ? { notReadyAddresses: notReady } : {}),
      ports: (group[0]?.ports ?? []).map(({ name, ...port }) => (name === "" ? port : { name, ...port })),
    };
  });
}

function addressOf({ pod, ip, hostname }: Backend): NonNullable<Subset["addresses"]>[number] {
  const { name, namespace, uid } = pod.metadata;
  return {
    ip,
    ...(hostname === undefined ? {} : { hostname }),
    ...(pod.spec?.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
    targetRef: { kind: "Pod", ...(namespace === undefined ? {} : { namespace }), name, uid },
  };
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
