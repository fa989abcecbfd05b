/** Puts the parts together: what `main` runs in a cluster is what the tests and the demo run in a process. */
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
  /** Works only while it leads all who share the Lease. The identity is unlike that of every other process. Default: works at once. */
  readonly leaderElection?: { readonly namespace: string; readonly identity: string };
  readonly signal: AbortSignal;
  /** Called once the workers work. */
  readonly onSynced?: () => void;
}

/** The name of the Lease. */
export const leaseName = "mydemo.crddemo.k8s.io";

/**
 * Works until the signal is aborted, whether the CRD is there yet or not, and ends in order: workers, informers, Events, and last the Lease is
 * given back.
 *
 * @throws `LeadershipError` when somebody else leads: whoever starts the program starts it anew.
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
      onDropped: (error) => log.warn("An Event was given up", { error }),
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
    if (!working.signal.aborted) throw error; // Ended while it waited for its turn or the CRD: why, the signals say.
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
