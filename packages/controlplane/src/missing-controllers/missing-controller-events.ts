/** Writes an Event for each object of a kind without a controller, so that `kubectl describe` shows why the object does not progress. */
import { Service } from "@kubewright/api/core/v1";
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";
import { apiVersionOfType } from "@kubewright/apimachinery";
import { handlerFuncs, typedControllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { isLoadBalancer, loadBalancerText, missingControllers, textOf } from "./missing-controllers.ts";

export const missingControllerEventsName = "missing-controller-events";

/** An object and the note of its Event. */
interface Waiting {
  readonly object: KubernetesObject;
  readonly note: string;
  readonly key: ObjectKey;
}

type Identity = ObjectKey & { readonly uid: string };

export function addMissingControllerEvents(manager: Manager): void {
  const keyOf = ({ object }: Waiting): string => `${object.kind} ${object.metadata?.uid}`;
  const builder = typedControllerManagedBy<Waiting>(manager, keyOf).named(missingControllerEventsName);
  for (const missing of missingControllers) {
    const note = textOf(missing);
    builder.watches(
      missing.type,
      handlerFuncs({ added: ({ object }) => [waiting(missing.type, object.metadata, note)] }),
      { metadataOnly: true },
    );
  }
  builder.watches(
    Service,
    handlerFuncs({ added: ({ object }) => [waiting(Service, object.metadata, loadBalancerText)] }),
  );
  builder.complete(async ({ key: { object, note, key }, client, events, signal }) => {
    if (object.kind === Service.kind && !isLoadBalancer((await client.get(Service, key, { signal })) ?? {})) return;
    events.event(object, { type: "Warning", reason: "NoController", action: "Reconcile", note });
  });
}

function waiting(type: ResourceType, { name, namespace, uid }: Identity, note: string): Waiting {
  const key = { name, ...(namespace !== undefined && { namespace }) };
  return { object: { apiVersion: apiVersionOfType(type), kind: type.kind, metadata: { ...key, uid } }, note, key };
}
