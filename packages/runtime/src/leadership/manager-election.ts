/** A manager's part in an election: its options, its identity, and who hears of it. */
import { createEventRecorder, createLeaderElection, defaultElectionTimings } from "@kubewright/client";
import type { Client, ElectionTimings, LeaderElection, Leadership, LeaderElectionObserver } from "@kubewright/client";
import { linkSignals } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import type { Runnable } from "../manager/runnable.ts";

/** Let one of several replicas work. The times are those of `defaultElectionTimings` unless given. */
export interface ManagerElectionOptions extends Partial<ElectionTimings> {
  /** The name of the Lease: one for each operator, by custom with its domain, such as "myjob.github.com". */
  readonly name: string;
  /** The namespace of the Lease: the operator's own. */
  readonly namespace: string;
  /** Who we are, unlike every other process that was or is. Default: `instance` and a random part. */
  readonly identity?: string;
  /**
   * Give the Lease back at an orderly end, so that the next one begins at once. Default true. Say no if the process goes on to write
   * after its manager has ended.
   */
  readonly releaseOnStop?: boolean;
}

export interface ManagerElection extends AsyncDisposable {
  readonly election: LeaderElection;
  /** Takes part in the election until its signal is aborted, then gives the Lease back if `mayRelease` agrees. */
  runnable(mayRelease: () => boolean): Runnable;
  /** How long what was sent before may still have an effect on the server: the Lease's duration. */
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

/** Disposing it sends the Events that still wait, such as that of the end. */
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
