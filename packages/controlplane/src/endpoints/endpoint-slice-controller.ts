/** Keeps the EndpointSlices of each Service that selects Pods. */
import { Pod, Service } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import { isControlledBy, isTerminating } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { isOvertaken } from "../service-account/service-account-controller.ts";
import { addressFamiliesOf, backendsOf, hasMadeEndpoints } from "./backends.ts";
import { selectingServices } from "./selecting-services.ts";
import { sliceChanges, sliceManager } from "./slices.ts";
import type { SliceChanges } from "./slices.ts";
import { createTriggerTimes, triggerTimeAnnotation } from "./trigger-times.ts";

export const endpointSliceControllerName = "endpointslice-controller";

export function addEndpointSliceController(manager: Manager): void {
  const { client, cache } = manager;
  const triggers = createTriggerTimes();

  controllerManagedBy(manager)
    .for(Service)
    .owns(EndpointSlice)
    .watches(Pod, selectingServices(cache))
    .named(endpointSliceControllerName)
    .complete(async ({ key: request, signal }) => {
      const service = await client.get(Service, request, { signal });
      // The garbage collector deletes the slices of a deleted Service.
      if (!service) triggers.forget(request); // The garbage collector deletes its slices.
      if (!service || isTerminating(service) || !hasMadeEndpoints(service)) return {};
      const { namespace = "", name } = request;
      const matchLabels = service.spec?.selector ?? {};
      const pods = await Array.fromAsync(client.list(Pod, { namespace, labelSelector: { matchLabels }, signal }));
      const made = {
        matchLabels: { "kubernetes.io/service-name": name, "endpointslice.kubernetes.io/managed-by": sliceManager },
      };
      const existing = await Array.fromAsync(client.list(EndpointSlice, { namespace, labelSelector: made, signal }));
      const trigger = triggers.next(service, pods);

      try {
        const families = addressFamiliesOf(service);
        for (const family of families) {
          const own = existing.filter((slice) => slice.addressType === family && isControlledBy(slice, service));
          const changes = sliceChanges(service, backendsOf(service, pods, family), { existing: own, family });
          await write(changes, { client, signal, trigger });
        }
        const strange = existing.filter(
          (slice) => !families.some((family) => family === slice.addressType) || !isControlledBy(slice, service),
        );
        for (const slice of strange) await client.delete(slice, { signal });
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
      return {};
    });
}

interface WriteOptions {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** The annotation with the time of the change that triggered the write. */
  readonly trigger: Readonly<Record<string, string>>;
}

async function write(changes: SliceChanges, { client, signal, trigger }: WriteOptions): Promise<void> {
  for (const slice of changes.create) {
    await client.create(EndpointSlice, { ...slice, metadata: { ...slice.metadata, annotations: trigger } }, { signal });
  }
  for (const { slice, wanted } of changes.update) {
    const { [triggerTimeAnnotation]: _last, ...annotations } = slice.metadata.annotations ?? {};
    const labels = { ...wanted.metadata?.labels };
    const metadata = { ...slice.metadata, labels, annotations: { ...annotations, ...trigger } };
    const { endpoints = [], ports } = wanted;
    await client.update(EndpointSlice, { ...slice, metadata, endpoints, ...(ports ? { ports } : {}) }, { signal });
  }
  for (const slice of changes.remove) await client.delete(slice, { signal });
}
