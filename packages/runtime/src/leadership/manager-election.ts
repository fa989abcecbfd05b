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
  /**
   * Stores the Lease instead of the API server: `get` returns it, `create` and `update` reject with an `ApiError` (AlreadyExists, Conflict) if another
   * process was faster. Excludes `transport` and `worker`. Default: the Lease is an object of the API server.
   */
  readonly lock?: LeaseLock | undefined;
  /**
   * Sends the requests about the Lease from a worker thread, so that code that blocks the event loop does not lose the Lease. Excludes `transport`, and needs
   * the system clock. Default: they are sent by the event loop.
   */
  readonly worker?: LeaseWorkerOptions | undefined;
  readonly callbacks?: ElectionCallbacks | undefined;
}

/** What an election calls, always with the descriptor of Lease. `client.intercept` makes one of functions. */
export type LeaseLock = LeaderElectionOptions["client"];

/** The worker thread of an election. It finds the API server and its credentials by itself, as `loadConfig` does. */
export interface LeaseWorkerOptions extends LeaseThreadConfig {
  /**
   * How long the event loop may be blocked, in milliseconds. The thread does not renew after that, so leadership ends at the renew deadline. Default
   * `defaultBlockedMaxMs`.
   */
  readonly blockedMaxMs?: number | undefined;
}

/** The default of `blockedMaxMs`: the liveness check of programs allows the same. */
export const defaultBlockedMaxMs: number = 30_000;

/** Called synchronously. An error of a callback is logged and ends neither the election nor the manager. */
export interface ElectionCallbacks {
  /** This process leads from now on. */
  readonly onStartedLeading?: () => void;
  /** This process has led and does not lead any more. `leadership.signal` is aborted already. */
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
  /** For how long the server may still carry out earlier requests: the duration of the Lease. */
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

/** Disposing it sends the Events that wait, such as that of the end of leadership. */
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

/** The event loop answers every half second, so a bound below a second would be reached by a loop that works. */
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
