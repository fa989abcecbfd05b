/** Leader election of a manager: its options, its identity and its Events. */
import { createEventRecorder, createLeaderElection, defaultElectionTimings } from "@kubewright/client";
import type { Client, ElectionTimings, LeaderElection, Leadership, LeaderElectionObserver } from "@kubewright/client";
import { linkSignals } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import type { Runnable } from "../runnable/runnable.ts";

/** Leader election of several replicas. Times that are absent are those of `defaultElectionTimings`: 15 s, 10 s and 2 s. */
export interface ManagerElectionOptions extends Partial<ElectionTimings> {
  /** The name of the Lease, unique for each operator, such as "myjob.github.com". */
  readonly id: string;
  /** The namespace of the Lease: that of the operator. */
  readonly namespace: string;
  /** The identity of this process, unique among all processes, past ones included. Default: `instance` and a random part. */
  readonly identity?: string | undefined;
  /** Labels of the Lease. Default: none. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether the manager releases the Lease after an orderly shutdown, so that the next leader starts at once. Default true. Set it to false if the
   * process writes after its manager has stopped.
   */
  readonly releaseOnCancel?: boolean | undefined;
  /**
   * The connection to the API server that holds the Lease, if it is not the server of the manager. The caller disposes it after the manager has
   * stopped. Default: the manager's.
   */
  readonly transport?: Transport | undefined;
  readonly callbacks?: ElectionCallbacks | undefined;
}

/** Called synchronously. An error of a callback is logged and ends neither the election nor the manager. */
export interface ElectionCallbacks {
  /** This process leads from now on. */
  readonly onStartedLeading?: () => void;
  /** This process has led and does not lead any more. `leadership.signal` is aborted already. */
  readonly onStoppedLeading?: () => void;
  /** The Lease has a new holder, this process or another. */
  readonly onNewLeader?: (identity: string) => void;
}

export interface ManagerElection extends AsyncDisposable {
  readonly election: LeaderElection;
  /** Takes part in the election until its signal is aborted, then releases the Lease if `mayRelease` returns true. */
  runnable(mayRelease: () => boolean): Runnable;
  /** For how long the server may still carry out earlier requests: the duration of the Lease. */
  readonly leaseDurationMs: number;
}

export interface CreateManagerElectionOptions {
  /** Not fenced by leadership. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly instance: string;
  readonly observer: LeaderElectionObserver;
  readonly onEventDropped: (error: unknown) => void;
}

/** Disposing it sends the Events that wait, such as that of the end of leadership. */
export function createManagerElection(
  { id: name, namespace, identity, labels, releaseOnCancel = true, ...times }: ManagerElectionOptions,
  { client, clock, random, instance, observer, onEventDropped }: CreateManagerElectionOptions,
): ManagerElection {
  const who = identity ?? `${instance}_${random.uuid()}`;
  const common = { client, clock, random };
  const events = createEventRecorder({ ...common, component: name, instance: who, onDropped: onEventDropped });
  const lease = { namespace, name };
  const election = createLeaderElection({
    ...common,
    ...timingsIn(times),
    lease,
    labels,
    identity: who,
    events,
    observer,
  });

  return {
    election,
    leaseDurationMs: times.leaseDurationMs ?? defaultElectionTimings.leaseDurationMs,
    runnable: (mayRelease) => ({
      name: "leader election",
      start: ({ signal }) => election.run({ signal, mayRelease: () => releaseOnCancel && mayRelease() }),
    }),
    [Symbol.asyncDispose]: () => events[Symbol.asyncDispose](),
  };
}

/** The observer that calls the callbacks. */
export function callbacksObserver({
  onStartedLeading,
  onStoppedLeading,
  onNewLeader,
}: ElectionCallbacks): LeaderElectionObserver {
  let hasLed = false;
  return {
    leadingChanged({ isLeading }) {
      const didLead = hasLed;
      hasLed = isLeading; // First: a callback may throw.
      if (isLeading) onStartedLeading?.();
      else if (didLead) onStoppedLeading?.();
    },
    leaderSeen: ({ identity }) => onNewLeader?.(identity),
  };
}

function timingsIn({ leaseDurationMs, renewDeadlineMs, retryPeriodMs }: Partial<ElectionTimings>): ElectionTimings {
  return {
    leaseDurationMs: leaseDurationMs ?? defaultElectionTimings.leaseDurationMs,
    renewDeadlineMs: renewDeadlineMs ?? defaultElectionTimings.renewDeadlineMs,
    retryPeriodMs: retryPeriodMs ?? defaultElectionTimings.retryPeriodMs,
  };
}

/** The runnable, started once this process leads and stopped when leadership ends. */
export function whileLeading(runnable: Runnable, leadership: Leadership): Runnable {
  return {
    ...(runnable.name === undefined ? {} : { name: runnable.name }),
    async start({ signal, ...options }) {
      using stop = linkSignals(signal, leadership.signal);
      await leadership.elected({ signal: stop.signal });
      await runnable.start({ ...options, signal: stop.signal });
    },
  };
}
