/** Keeps the Endpoints of each Service that selects Pods: the predecessor of EndpointSlices, which many clients still read. */
import { Endpoints, Pod, Service } from "@kubewright/api/core/v1";
import { isDeepEqual, isNotFound, isTerminating } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { controllerManagedBy, enqueueRequestForObject } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { isOvertaken } from "../service-account/service-account-controller.ts";
import { addressFamiliesOf, backendsOf, endpointLabels, hasMadeEndpoints } from "./backends.ts";
import { overCapacityAnnotation, withinCapacity } from "./capacity.ts";
import { selectingServices } from "./selecting-services.ts";
import { subsetsOf } from "./subsets.ts";
import { createTriggerTimes, triggerTimeAnnotation } from "./trigger-times.ts";

export const endpointsControllerName = "endpoints-controller";

export function addEndpointsController(manager: Manager): void {
  const { client, cache } = manager;
  const triggers = createTriggerTimes();

  controllerManagedBy(manager)
    .for(Service)
    .watches(Endpoints, enqueueRequestForObject)
    .watches(Pod, selectingServices(cache))
    .named(endpointsControllerName)
    .complete(async ({ key: request, signal }) => {
      const { namespace = "" } = request;
      const service = await client.get(Service, request, { signal });
      const existing = await client.get(Endpoints, request, { signal });
      if (!service) {
        triggers.forget(request);
        const isOurs = existing?.metadata.labels?.[managedBy] === managerName;
        if (existing && isOurs) await client.delete(existing, { signal }).catch(unlessGone);
        return {};
      }
      if (isTerminating(service) || !hasMadeEndpoints(service)) return {};
      const matchLabels = service.spec?.selector ?? {};
      const pods = await Array.fromAsync(client.list(Pod, { namespace, labelSelector: { matchLabels }, signal }));
      const trigger = triggers.next(service, pods);

      const wanted = endpointsFor(service, pods, existing);
      if (existing && isAsWanted(existing, wanted)) return {};
      const { [triggerTimeAnnotation]: _last, ...annotations } = wanted.metadata?.annotations ?? {};
      const metadata = { ...wanted.metadata, annotations: { ...annotations, ...trigger } };
      const write = { ...wanted, metadata };
      await (
        existing ? client.update(Endpoints, write, { signal }) : client.create(Endpoints, write, { signal })
      ).catch((error: unknown) => {
        if (!isOvertaken(error)) throw error;
      });
      return {};
    });
}

const managedBy = "endpoints.kubernetes.io/managed-by";
const managerName = "endpoint-controller";

function endpointsFor(
  service: Stored<Service>,
  pods: readonly Stored<Pod>[],
  existing: Stored<Endpoints> | undefined,
): Endpoints {
  const [family = "IPv4"] = addressFamiliesOf(service);
  const { subsets, annotations } = withinCapacity(subsetsOf(service, backendsOf(service, pods, family)));
  const { [overCapacityAnnotation]: _before, ...others } = existing?.metadata.annotations ?? {};
  const { name, namespace } = service.metadata;
  return {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: {
      ...existing?.metadata,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      labels: endpointLabels(service, { [managedBy]: managerName }),
      annotations: { ...others, ...annotations },
    },
    ...(subsets.length > 0 ? { subsets } : {}),
  };
}

function isAsWanted(existing: Stored<Endpoints>, { subsets, metadata }: Endpoints): boolean {
  return (
    isDeepEqual(existing.subsets ?? [], subsets ?? []) &&
    isDeepEqual(existing.metadata.labels, metadata?.labels) &&
    isDeepEqual(existing.metadata.annotations ?? {}, metadata?.annotations)
  );
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
