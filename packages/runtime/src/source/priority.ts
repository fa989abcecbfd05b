/** The priorities of requests: changes have precedence over objects that are only delivered again. */
import type { KubernetesObject } from "@kubewright/apimachinery";
import type { InformerEvent } from "@kubewright/informer";

/** The priority of objects that have not changed. */
export const lowPriority = -100;

/**
 * The priority of an event: `lowPriority` for the objects of the first list, resyncs, and updates with an unchanged resourceVersion; otherwise 0. After a
 * restart and during a resync of many objects, changes are reconciled first.
 */
export function lowPriorityWhenUnchanged<T extends KubernetesObject>(event: InformerEvent<T>): number {
  switch (event.kind) {
    case "resync":
      return lowPriority;
    case "added":
      return event.initial ? lowPriority : 0;
    case "updated":
      return event.object.resourceVersion === event.old.resourceVersion ? lowPriority : 0;
    case "deleted":
      return 0;
  }
}
