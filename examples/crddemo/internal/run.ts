/** Puts the parts together: what `main` runs in a cluster is what the tests and the demo run in a process. */
import { isApiError } from "@kubewright/apimachinery";
import type { ResourceType } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createClient, createEventRecorder } from "@kubewright/client";
import type { InformerState } from "@kubewright/informer";
import type { Logger, Metrics } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import { createSharedInformerFactory } from "../generated/informers/factory.ts";
import { createMydemoController } from "./controller/mydemo-controller.ts";

export interface RunOptions {
  /** The way to the API server. It stays the caller's. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** Who reports the Events: the host. */
  readonly instance: string;
  /** Default: all namespaces. */
  readonly namespace?: string;
  readonly signal: AbortSignal;
  /** Called once the workers work. */
  readonly onSynced?: () => void;
}

/** Works until the signal is aborted, whether the CRD is there yet or not, and ends in order: workers, Events, informers. */
export async function run(options: RunOptions): Promise<void> {
  const { transport, clock, random, log, metrics, instance, namespace, signal, onSynced } = options;
  const client = createClient({ transport, clock, random, ...(metrics ? { observer: metrics.client } : {}) });
  await using ending = new AsyncDisposableStack();
  const factory = createSharedInformerFactory(client, {
    clock,
    random,
    observer: {
      ...metrics?.informer,
      stateChanged(type, state, before) {
        metrics?.informer.stateChanged?.(type, state, before);
        logFailedList(log, type, state);
      },
    },
    ...(namespace === undefined ? {} : { namespace }),
  });
  const failed = Promise.withResolvers<never>();
  const events = ending.use(
    createEventRecorder({
      client,
      component: "mydemo-controller",
      instance,
      clock,
      random,
      onDropped: (error) => log.warn("An Event was given up", { error }),
    }),
  );
  const controller = createMydemoController({ mydemos: factory.crddemoV1().mydemos(), events, clock, log });
  ending.use(spawn((own) => factory.start({ signal: own }), { name: "informers", onError: failed.reject }));
  if (onSynced) factory.waitForCacheSync({ signal }).then(onSynced, () => {});
  try {
    await Promise.race([controller.run({ signal }), failed.promise]);
  } catch (error) {
    if (!signal.aborted) throw error; // Stopped while it waited for the CRD: that is an end, too.
  }
}

/** A kind that is not there is asked for again and again, and each time it is said. */
function logFailedList(log: Logger, { kind, plural, group, version }: ResourceType, state: InformerState): void {
  if (state.kind !== "pending" && state.kind !== "backingOff") return;
  const text = state.kind === "pending" ? "the server could not find the requested resource" : messageOf(state.error);
  log.error(`Failed to list *${version}.${kind}: ${text} (get ${plural}.${group})`, { tries: state.failures });
}

function messageOf(error: unknown): string {
  if (isApiError(error)) return error.status.message ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
