/** Keeps the EndpointSlices of each Service that selects Pods. */
import { Pod, Service } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import { isTerminating } from "@kubewright/apimachinery";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { isOvertaken } from "../service-account/service-account-controller.ts";
import { backendsOf, hasMadeEndpoints } from "./backends.ts";
import { selectingServices } from "./selecting-services.ts";
import { sliceChanges, sliceManager } from "./slices.ts";

export const endpointSliceControllerName = "endpointslice-controller";

export function addEndpointSliceController(manager: Manager): void {
  const { client, cache } = manager;

  controllerManagedBy(manager)
    .for(Service)
    .owns(EndpointSlice)
    .watches(Pod, selectingServices(cache))
    .named(endpointSliceControllerName)
    .complete(async (request, { signal }) => {
      const service = await client.get(Service, request, { signal });
      // Those of a Service that is gone go with it: they are its own.
      if (!service || isTerminating(service) || !hasMadeEndpoints(service)) return {};
      const { namespace = "", name } = request;
      const matchLabels = service.spec?.selector ?? {};
      const pods = await Array.fromAsync(client.list(Pod, { namespace, labelSelector: { matchLabels }, signal }));
      const own = {
        matchLabels: { "kubernetes.io/service-name": name, "endpointslice.kubernetes.io/managed-by": sliceManager },
      };
      const existing = await Array.fromAsync(client.list(EndpointSlice, { namespace, labelSelector: own, signal }));

      const changes = sliceChanges(service, backendsOf(service, pods), existing);
      try {
        for (const slice of changes.create) await client.create(slice, { signal });
        for (const { slice, wanted } of changes.update) {
          const { metadata, endpoints, ports } = wanted;
          const labels = { ...metadata?.labels };
          await client.update(
            { ...slice, metadata: { ...slice.metadata, labels }, endpoints, ...(ports ? { ports } : {}) },
            { signal },
          );
        }
        for (const slice of changes.remove) await client.delete(slice, { signal });
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
      return {};
    });
}
