/** The program, for `main`, the tests and the demo: client, leader election, informers, Events and controller. */
import { isApiError } from "@kubewright/apimachinery";
import type { ResourceType } from "@kubewright/apimachinery";
import { linkSignals, spawn } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createClient, createEventRecorder, createLeaderElection } from "@kubewright/client";
import type { LeaderElectionObserver } from "@kubewright/client";
import type { InformerState } from "@kubewright/informer";
import type { Logger, Metrics } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import { createSharedInformerFactory } from "../generated/informers/factory.ts";
import { createMydemoController } from "./controller/mydemo-controller.ts";

export interface RunOptions {
  /** Sends the requests. The caller disposes it. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** The reporting instance of Events: the name of the host. */
  readonly instance: string;
  /** Default: all namespaces. */
  readonly namespace?: string;
  /** The workers run only while this replica holds the Lease. The identity must be unique. Default: without leader election. */
  readonly leaderElection?: { readonly namespace: string; readonly identity: string };
  readonly signal: AbortSignal;
  /** Called once the caches have synced. */
  readonly onSynced?: () => void;
}

/** The name of the Lease. */
export const leaseName = "mydemo.crddemo.k8s.io";

/**
 * Runs until the signal is aborted; the CRD may be installed later. Then it stops the workers, the informers and the Event recorder, and releases the
 * Lease.
 *
 * @throws {LeadershipError} if another process has become the leader. The process must be restarted.
 */
export async function run(options: RunOptions): Promise<void> {
  const { transport, clock, random, log, metrics, instance, namespace, leaderElection, signal, onSynced } = options;
  const client = createClient({ transport, clock, random, ...(metrics ? { observer: metrics.client } : {}) });
  using working = linkSignals(signal);
  await using ending = new AsyncDisposableStack();
  const election = leaderElection
    ? createLeaderElection({
        client,
        lease: { namespace: leaderElection.namespace, name: leaseName },
        identity: leaderElection.identity,
        clock,
        random,
        observer: logElection(log),
      })
    : undefined;
  if (election) {
    ending.use(
      spawn((own) => election.run({ signal: own }), {
        name: "leader election",
        onError: (error) => working.abort(error),
      }),
    );
  }
  const factory = createSharedInformerFactory(client, {
    clock,
    random,
    observer: {
      ...metrics?.informer,
      stateChanged(event) {
        metrics?.informer.stateChanged?.(event);
        logFailedList(log, event.type, event.state);
      },
    },
    ...(namespace === undefined ? {} : { defaultNamespaces: [namespace] }),
  });
  const events = ending.use(
    createEventRecorder({
      client,
      component: "mydemo-controller",
      instance,
      clock,
      random,
      onDropped: (error) => log.warn("Dropped an Event", { error }),
    }),
  );
  const controller = createMydemoController({ mydemos: factory.crddemoV1().mydemos(), events, clock, log });
  ending.use(
    spawn((own) => factory.start({ signal: own }), { name: "informers", onError: (error) => working.abort(error) }),
  );
  if (onSynced) factory.waitForCacheSync({ signal }).then(onSynced, () => {});
  try {
    await election?.elected({ signal: working.signal });
    await controller.run({ signal: working.signal });
  } catch (error) {
    if (!working.signal.aborted) throw error; // Aborted while it waited for leadership or for the CRD.
  }
  if (!signal.aborted) working.signal.throwIfAborted();
}

function logElection(log: Logger): LeaderElectionObserver {
  return {
    leadingChanged: ({ lease, isLeading }) =>
      log.info(isLeading ? "Successfully acquired the lease" : "Attempting to acquire the lease", { lease }),
    leaderSeen: ({ lease, identity }) => log.info("New leader elected", { lease, identity }),
    failed: ({ lease, error }) => log.warn("A request about the lease failed", { lease, error }),
  };
}

/** Logs each failed list, also of a kind that is not installed. */
function logFailedList(log: Logger, { kind, plural, group, version }: ResourceType, state: InformerState): void {
  if (state.kind !== "pending" && state.kind !== "backingOff") return;
  const text = state.kind === "pending" ? "the server could not find the requested resource" : messageOf(state.error);
  log.error(`Failed to list *${version}.${kind}: ${text} (get ${plural}.${group})`, { tries: state.failures });
}

function messageOf(error: unknown): string {
  if (isApiError(error)) return error.status.message ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
