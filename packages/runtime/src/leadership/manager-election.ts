/** Leader election of a manager: its options, its identity and its Events. */
import { createEventRecorder, createLeaderElection, defaultElectionTimings } from "@kubewright/client";
import type { Client, ElectionTimings, LeaderElection, Leadership, LeaderElectionObserver } from "@kubewright/client";
import { linkSignals } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import type { Runnable } from "../runnable/runnable.ts";

/** Leader election of several replicas. Times that are absent are those of `defaultElectionTimings`. */
export interface ManagerElectionOptions extends Partial<ElectionTimings> {
  /** The name of the Lease, unique for each operator, such as "myjob.github.com". */
  readonly name: string;
  /** The namespace of the Lease: that of the operator. */
  readonly namespace: string;
  /** The identity of this process, unique among all processes, past ones included. Default: `instance` and a random part. */
  readonly identity?: string;
  /**
   * Whether the manager releases the Lease after an orderly shutdown, so that the next leader starts at once. Default true. Set it to false if the
   * process writes after its manager has stopped.
   */
  readonly releaseOnStop?: boolean;
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
  { name, namespace, identity, releaseOnStop = true, ...times }: ManagerElectionOptions,
  { client, clock, random, instance, observer, onEventDropped }: CreateManagerElectionOptions,
): ManagerElection {
  const who = identity ?? `${instance}_${random.uuid()}`;
  const common = { client, clock, random };
  const events = createEventRecorder({ ...common, component: name, instance: who, onDropped: onEventDropped });
  const lease = { namespace, name };
  const election = createLeaderElection({ ...common, ...times, lease, identity: who, events, observer });

  return {
    election,
    leaseDurationMs: times.leaseDurationMs ?? defaultElectionTimings.leaseDurationMs,
    runnable: (mayRelease) => ({
      name: "leader election",
      start: ({ signal }) => election.run({ signal, mayRelease: () => releaseOnStop && mayRelease() }),
    }),
    [Symbol.asyncDispose]: () => events[Symbol.asyncDispose](),
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
