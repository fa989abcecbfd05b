/** Leader election of a manager: its options, its identity and its Events. */
import {
  checkElectionTimings,
  createEventRecorder,
  createLeaderElection,
  defaultElectionTimings,
} from "@kubewright/client";
import type {
  Client,
  ElectionTimings,
  EventApiVersion,
  EventRecorder,
  LeaderElection,
  Leadership,
  LeaderElectionObserver,
  LeaderElectionOptions,
} from "@kubewright/client";
import { assertNumbers, linkSignals } from "@kubewright/async";
import type { Clock, NumberRule, Random } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import type { Runnable } from "../runnable/runnable.ts";
import type { LeaseThreadConfig, LeaseThreadSettings } from "./lease-thread/lease-port.ts";
import { processOriginUs } from "./lease-thread/shared-term.ts";
import { startLeaseThread } from "./lease-thread/start-lease-thread.ts";
import { WorkerElection } from "./lease-thread/worker-election.ts";

/** Leader election of several replicas. The default timings are `defaultElectionTimings`: 15 s, 10 s and 2 s. */
export interface ManagerElectionOptions extends Partial<ElectionTimings> {
  /** The name of the Lease, unique for each operator, such as "myjob.github.com". */
  readonly id: string;
  /** The namespace of the Lease, usually that of the operator. */
  readonly namespace: string;
  /** The identity of this process. Must be unique among all present and past processes. Default: `instance` and a random suffix. */
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
  /**
   * Stores the Lease instead of the API server: `get` returns it, `create` and `update` reject with an `ApiError` (AlreadyExists, Conflict) if another
   * process was faster. Excludes `transport` and `worker`. Default: the Lease is an object of the API server.
   */
  readonly lock?: LeaseLock | undefined;
  /**
   * Sends the requests about the Lease from a worker thread, so that the Lease is not lost while code blocks the event loop. Excludes `transport`, and
   * requires the system clock. Default: the event loop sends them.
   */
  readonly worker?: LeaseWorkerOptions | undefined;
  readonly callbacks?: ElectionCallbacks | undefined;
}

/** The client of an election, which is called only with the descriptor of Lease. `client.intercept` creates one from functions. */
export type LeaseLock = LeaderElectionOptions["client"];

/** The worker thread of an election. It finds the API server and its credentials itself, with `loadConfig`. */
export interface LeaseWorkerOptions extends LeaseThreadConfig {
  /**
   * How long the event loop may be blocked, in milliseconds. The thread does not renew after that, so leadership ends at the renew deadline. Default
   * `defaultBlockedMaxMs`.
   */
  readonly blockedMaxMs?: number | undefined;
}

/** The default of `blockedMaxMs`: the same as the limit of the liveness check of programs. */
export const defaultBlockedMaxMs: number = 30_000;

/** Called synchronously. An error of a callback is logged and ends neither the election nor the manager. */
export interface ElectionCallbacks {
  /** This process has become the leader. */
  readonly onStartedLeading?: () => void;
  /** This process was the leader and no longer leads. `leadership.signal` is already aborted. */
  readonly onStoppedLeading?: () => void;
  /** The Lease has a new holder, this process or another. */
  readonly onNewLeader?: (identity: string) => void;
}

/** The part of an election that the manager uses. */
export type ManagedElection = Leadership & Pick<LeaderElection, "identity" | "run">;

export interface ManagerElection extends AsyncDisposable {
  readonly election: ManagedElection;
  /** Takes part in the election until its signal is aborted, then releases the Lease if `mayRelease` returns true. */
  runnable(mayRelease: () => boolean): Runnable;
  /** How long the server may still execute earlier requests: the duration of the Lease. */
  readonly leaseDurationMs: number;
}

export interface CreateManagerElectionOptions {
  /** Not fenced by leadership. */
  readonly client: Client;
  /** The options of the manager's client, for the client of a worker thread. */
  readonly clientOptions: LeaseThreadSettings["client"];
  readonly clock: Clock;
  readonly random: Random;
  readonly instance: string;
  readonly eventApiVersion: EventApiVersion | undefined;
  readonly observer: LeaderElectionObserver;
  readonly onEventDropped: (error: unknown) => void;
}

/** Creates the election of a manager. Disposing it sends queued Events, such as the Event of the end of leadership. */
export function createManagerElection(
  options: ManagerElectionOptions,
  tools: CreateManagerElectionOptions,
): ManagerElection {
  const { id, identity, releaseOnCancel = true, leaseDurationMs = defaultElectionTimings.leaseDurationMs } = options;
  const { client, clock, random, instance, eventApiVersion: apiVersion, onEventDropped } = tools;
  const who = identity ?? `${instance}_${random.uuid()}`;
  const events = createEventRecorder({
    client,
    clock,
    random,
    component: id,
    instance: who,
    apiVersion,
    onDropped: onEventDropped,
  });
  const { worker } = options;
  assertOneLock(options);
  const candidate = { ...options, identity: who };
  const electionTools = { ...tools, events };
  const election = worker
    ? createInWorker(candidate, worker, electionTools)
    : createOnEventLoop(candidate, electionTools);

  return {
    election,
    leaseDurationMs,
    runnable: (mayRelease) => ({
      name: "leader election",
      start: ({ signal }) => election.run({ signal, mayRelease: () => releaseOnCancel && mayRelease() }),
    }),
    [Symbol.asyncDispose]: () => events[Symbol.asyncDispose](),
  };
}

interface ElectionOptions extends ManagerElectionOptions {
  readonly identity: string;
}

interface ElectionTools extends CreateManagerElectionOptions {
  readonly events: EventRecorder;
}

function createOnEventLoop(
  { id: name, namespace, labels, identity, lock, ...times }: ElectionOptions,
  { client, clock, random, events, observer }: ElectionTools,
): LeaderElection {
  const common = { client: lock ?? client, clock, random, events, observer };
  return createLeaderElection({ ...common, ...timingsIn(times), lease: { namespace, name }, labels, identity });
}

function createInWorker(
  { id: name, namespace, labels, identity, transport, ...times }: ElectionOptions,
  { blockedMaxMs = defaultBlockedMaxMs, ...config }: LeaseWorkerOptions,
  { clock, clientOptions: client, events, observer }: ElectionTools,
): WorkerElection {
  if (transport) throw new TypeError(`Cannot elect by Lease "${name}" in a worker thread: transport is set`);
  const timings = checkElectionTimings(timingsIn(times));
  checkBlockedMax(blockedMaxMs);
  return new WorkerElection({
    settings: { lease: { namespace, name }, identity, labels, timings, blockedMaxMs, config, client },
    clock,
    originUs: processOriginUs(clock),
    events,
    observer,
    startThread: startLeaseThread,
  });
}

function assertOneLock({ id, lock, transport, worker }: ManagerElectionOptions): void {
  if (!lock || !(transport || worker)) return;
  throw new TypeError(
    `Cannot elect by Lease "${id}": lock and ${transport ? "transport" : "worker"} exclude each other`,
  );
}

const blockedMaxRule: NumberRule = {
  text: "at least 1000",
  holds: (value) => value >= 1000 && Number.isFinite(value),
};

/** The event loop sends a heartbeat every half second, so a smaller bound could be exceeded without a block. */
function checkBlockedMax(blockedMaxMs: number): void {
  assertNumbers("Cannot use these election options", { blockedMaxMs }, blockedMaxRule);
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
      hasLed = isLeading; // Set first, because a callback may throw.
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

/** A runnable that starts once this process leads, and stops when leadership ends. */
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
