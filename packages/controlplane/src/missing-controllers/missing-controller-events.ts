/** Writes an Event for each object of a kind without a controller, so that `kubectl describe` shows why the object does not progress. */
import type { KubernetesObject } from "@kubewright/apimachinery";
import { apiVersionOfType } from "@kubewright/apimachinery";
import { handlerFuncs, typedControllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { missingControllers, textOf } from "./missing-controllers.ts";

export const missingControllerEventsName = "missing-controller-events";

/** An object and the note of its Event. */
interface Waiting {
  readonly object: KubernetesObject;
  readonly note: string;
}

export function addMissingControllerEvents(manager: Manager): void {
  const keyOf = ({ object }: Waiting): string => `${object.kind} ${object.metadata?.uid}`;
  const builder = typedControllerManagedBy<Waiting>(manager, keyOf).named(missingControllerEventsName);
  for (const missing of missingControllers) {
    const of = { apiVersion: apiVersionOfType(missing.type), kind: missing.type.kind };
    const note = textOf(missing);
    builder.watches(
      missing.type,
      handlerFuncs({
        added: ({ object: { metadata } }) => {
          const { name, namespace, uid } = metadata;
          return [{ object: { ...of, metadata: { name, uid, ...(namespace !== undefined && { namespace }) } }, note }];
        },
      }),
      { metadataOnly: true },
    );
  }
  builder.complete(async ({ key: { object, note }, events }) => {
    events.event(object, { type: "Warning", reason: "NoController", action: "Reconcile", note });
  });
}
