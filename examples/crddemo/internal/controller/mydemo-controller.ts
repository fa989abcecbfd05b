/**
 * The controller of Mydemo in the manner of sample-controller: a shared informer, a lister, a work queue and workers, without a manager. It logs each
 * Mydemo and records an Event.
 */
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { EventNote, EventRecorder } from "@kubewright/client";
import type { InformerEvent } from "@kubewright/informer";
import type { Logger } from "@kubewright/telemetry";
import { createWorkQueue } from "@kubewright/workqueue";
import type { WorkQueue } from "@kubewright/workqueue";
import type { Mydemo } from "../../api/v1/zz_generated.mydemo.ts";
import type { SharedInformer } from "../../generated/informers/factory.ts";

export const synced: EventNote = {
  type: "Normal",
  reason: "Synced",
  action: "Sync",
  note: "Mydemo synced successfully",
};

export interface MydemoControllerOptions {
  readonly mydemos: SharedInformer<Mydemo>;
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface MydemoController {
  /** Runs the workers until the signal is aborted. Resolves once each has finished its sync. */
  run(options: { readonly signal: AbortSignal; readonly workers?: number }): Promise<void>;
}

/**
 * Reads Mydemos and records Events.
 *
 * @kubebuilder:rbac:groups=crddemo.k8s.io,resources=mydemos,verbs=get;list;watch
 * @kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
 */
export function createMydemoController({ mydemos, events, clock, log }: MydemoControllerOptions): MydemoController {
  const informer = mydemos.informer();
  const lister = mydemos.lister();
  const queue: WorkQueue<ObjectKey> = createWorkQueue<ObjectKey>({
    name: "Mydemos",
    clock,
    keyOf: formatKey,
  });

  log.info("Setting up mydemo event handlers");
  informer.addHandler((event) => {
    if (isChange(event)) queue.add(event.object.key);
  });

  return {
    async run({ signal, workers = 2 }) {
      log.info("Starting Mydemo control loop");
      log.info("Waiting for informer caches to sync");
      await informer.waitForSync({ signal });
      log.info("Starting workers");
      using _queue = queue;
      const running = Array.from({ length: workers }, () => work(signal));
      log.info("Started workers");
      await Promise.all(running);
      log.info("Shutting down workers");
    },
  };

  async function work(signal: AbortSignal): Promise<void> {
    for (;;) {
      using lease = await queue.take({ signal }).catch(unlessStopped(signal));
      if (!lease) return;
      try {
        sync(lease.key);
        queue.forget(lease.key);
        log.info(`Successfully synced '${formatKey(lease.key)}'`);
      } catch (error) {
        log.error(`error syncing '${formatKey(lease.key)}'`, { error });
        queue.add(lease.key, { rateLimited: true });
      }
    }
  }

  /** Processes the current state of one Mydemo. */
  function sync({ namespace = "", name }: ObjectKey): void {
    const mydemo = lister.namespace(namespace).get(name);
    if (!mydemo) {
      log.info(`[DemoCRD] Deleting mydemo: ${namespace}/${name} ...`);
      return;
    }
    const { ip, port } = mydemo.spec ?? {};
    log.info("[DemoCRD] Try to process mydemo", { mydemo, ip, port });
    events.event(mydemo, synced);
  }
}

/** Whether the object has changed: a resync delivers unchanged objects. */
function isChange(event: InformerEvent<Mydemo>): boolean {
  return event.kind === "updated"
    ? event.object.resourceVersion !== event.old.resourceVersion
    : event.kind !== "resync";
}

function unlessStopped(signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!signal.aborted) throw error;
    return undefined;
  };
}
