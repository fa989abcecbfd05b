/**
 * The manager: the parts that controllers share (clients, cache, clock, log, metrics, leader election, servers for probes and metrics), and other
 * runnables. `lifecycle.ts` has the order in which the parts start and stop.
 */
import { abortable, createSystemClock, createSystemRandom } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createRequestBudget } from "@kubewright/client";
import type { ApiReader, Client, Leadership } from "@kubewright/client";
import { createLogObserver, createMetrics, createTracing, joinObservers, silentLogger } from "@kubewright/telemetry";
import type { HealthCheck, JoinedObserver, Logger, Metrics, OperatorObserver, Tracing } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import { createCluster, createClusterClients, createDirectClient } from "../cluster/cluster.ts";
import type { ClusterCacheOptions, ClusterClientOptions } from "../cluster/cluster.ts";
import type { Cluster, ClusterOptions } from "../cluster/cluster.ts";
import type { Controller } from "../controller/controller.ts";
import { createFencedTransport } from "../leadership/fenced-transport.ts";
import type { FencedTransport } from "../leadership/fenced-transport.ts";
import { callbacksObserver, createManagerElection, whileLeading } from "../leadership/manager-election.ts";
import type { ManagerElection } from "../leadership/manager-election.ts";
import { reportObserverError } from "../observers/report-observer-error.ts";
import type { Runnable } from "../runnable/runnable.ts";
import { Lifecycle } from "./lifecycle.ts";
import type { ShutdownHook } from "./lifecycle.ts";
import type { LifecycleState } from "./lifecycle-state.ts";
import type { ManagerControllerOptions, ManagerOptions } from "./manager-options.ts";
import { ManagerServers } from "./manager-servers.ts";
import { defaultGracefulShutdownTimeoutMs } from "./shutdown-deadline.ts";

export interface Manager extends Omit<Cluster, "directClient" | keyof AsyncDisposable | keyof Runnable> {
  /**
   * Reads from the cache and writes to the server. With leader election it is fenced: writes reject with a `LeadershipError` unless this process leads, and
   * writes in flight are aborted when leadership ends. `cluster.client` is not fenced.
   */
  readonly client: Client;
  /** Reads from the server. It cannot write: write with `client`. */
  readonly apiReader: ApiReader;
  /** The cluster with clients that leadership does not fence. */
  readonly cluster: Cluster;
  /**
   * Creates another cluster, with the log, the metrics and the observers of the manager. Its clients are fenced by leadership. `manager.add(cluster)` runs
   * its cache. Each line of its log contains the name, which is also the default of the label `host` of its requests.
   *
   * ```ts
   * const west = manager.createCluster("west", { transport });
   * manager.add(west);
   * ```
   */
  createCluster(name: string, options: MemberClusterOptions): MemberCluster;
  /** Absent without leader election. */
  readonly leadership?: Leadership;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Receives the events of all parts of the manager, and passes them to metrics, logs, traces and `observers`. Its methods do not throw. */
  readonly observer: JoinedObserver;
  readonly tracing: Tracing;
  /** The defaults of controllers. */
  readonly controllerOptions: ManagerControllerOptions;
  /** The addresses of the servers that listen, with the port that the system chose. */
  readonly addresses: { readonly health?: string; readonly metrics?: string; readonly pprof?: string };
  /**
   * Adds a runnable, which starts with the manager, or at once if the manager runs. With leader election it runs only on the leader, unless its
   * `needLeaderElection` is false. Throws if the manager stops or has stopped.
   */
  add(runnable: Runnable): void;
  /** Adds a controller, as `add`. Its name must be unique in the manager, unless `skipNameValidation` is true. */
  addController(
    controller: Runnable & Pick<Controller, "name">,
    options?: { readonly skipNameValidation?: boolean },
  ): void;
  /** Adds a check to `/healthz`: if it fails, the kubelet restarts the container. */
  addHealthCheck(name: string, check: HealthCheck): void;
  /** Adds a check to `/readyz`, which always fails before every informer has synced and after the shutdown has begun. */
  addReadyCheck(name: string, check: HealthCheck): void;
  /**
   * Adds a function that the shutdown calls first, while controllers and the cache still run, for example to drain a server. Hooks run
   * concurrently, and `name` is their name in logs. The signal of a hook is aborted shortly before the deadline of the shutdown. `start` rejects with the
   * error of a hook.
   */
  beforeShutdown(name: string, hook: ShutdownHook): void;
  /**
   * Runs everything until `signal` is aborted, then stops it in order and resolves. If a server cannot listen, or a runnable or hook fails, it stops
   * everything in the same order and rejects with the first error; later errors are logged. A manager can be started only once.
   *
   * @throws {ShutdownTimeoutError} if not everything has stopped within `gracefulShutdownTimeoutMs`. The process must then exit.
   */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Resolves once everything that was added before has started and its caches have synced. Rejects with the manager's error if the manager stops
   * before. For tests, and for programs that do other work while the manager runs.
   */
  waitForSync(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

/** The options of an additional cluster. */
export interface MemberClusterOptions {
  /** The connection to its API server. The caller disposes it after the cluster has stopped. */
  readonly transport: Transport;
  /** Its cache. Default: all objects of each kind that is watched or read. */
  readonly cache?: ClusterCacheOptions | undefined;
  /** Its clients. Default: the types, the field manager, the user agent and the retries of the manager's `client`, and a separate budget. */
  readonly client?: ClusterClientOptions | undefined;
  /** Receive the events of the cluster, in addition to the observers of the manager. Default: none. */
  readonly observers?: readonly OperatorObserver[] | undefined;
}

export interface MemberCluster extends Cluster {
  readonly name: string;
  /** The cluster with clients that leadership does not fence. */
  readonly cluster: Cluster;
}

/** Creates a manager. It sends no request and opens no port before `start`. */
export function createManager(options: ManagerOptions): Manager {
  const { clock = createSystemClock(), random = createSystemRandom(), log = silentLogger, webhook } = options;
  const { gracefulShutdownTimeoutMs = defaultGracefulShutdownTimeoutMs, baseContext } = options;
  const metrics = options.metrics?.registry ?? createMetrics();
  const tracing = createTracing({ clock, provider: options.tracerProvider });
  const own = { clock, random, log, metrics, tracing };
  const tools: ManagerTools = { ...own, observer: observerOf(options, own) };
  const clusterOptions = clusterOptionsOf(options, tools);
  const cluster = createCluster(clusterOptions);
  const { cache } = cluster;
  const election = electionOf(options, clusterOptions, tools);
  const leadership = election?.election;
  const fence = leadership && createFencedTransport(options.transport, leadership, clock);
  const { client, apiReader } = fence ? createClusterClients(cache, { ...clusterOptions, transport: fence }) : cluster;
  const state = (): LifecycleState["kind"] => lifecycle.state;
  const { health = {}, metrics: serving = {}, pprof = {} } = options;
  const servers = new ManagerServers({ ...tools, health, serving, pprof, client: cluster.directClient, cache, state });
  const forLeader = (runnable: Runnable): Runnable =>
    (runnable.needLeaderElection ?? true) && leadership ? whileLeading(runnable, leadership) : runnable;
  const lifecycle = new Lifecycle({
    clock,
    log,
    gracefulShutdownTimeoutMs,
    baseContext,
    startServers: ({ signal }) => servers.start(signal),
    webhookServer: webhook && forLeader(webhook.server),
    cache,
    eventRecorders: cluster,
    election,
    hasUnsettledWrite: () => fence?.hasUnsettledWrite(election?.leaseDurationMs ?? 0) ?? false,
  });
  const controllerNames = new Set<string>();
  const add = (runnable: Runnable): void => lifecycle.add(forLeader(runnable));
  return {
    cluster,
    ...(leadership ? { leadership } : {}),
    client,
    apiReader,
    cache,
    eventRecorder: (component, events) => cluster.eventRecorder(component, events),
    createCluster: (name, member) => createMemberCluster(name, member, { options, own, fence }),
    ...tools,
    controllerOptions: options.controller ?? {},
    addresses: servers.addresses,
    add,
    addController(controller, { skipNameValidation = false } = {}) {
      if (!skipNameValidation) assertUnique(controller.name, controllerNames);
      add(controller);
      controllerNames.add(controller.name);
    },
    addHealthCheck: (name, check) => servers.healthz.add(name, check),
    addReadyCheck: (name, check) => servers.readyz.add(name, check),
    beforeShutdown: (name, hook) => lifecycle.addShutdownHook(name, hook),
    start: ({ signal }) => lifecycle.start(signal),
    async waitForSync({ signal } = {}) {
      await abortable(lifecycle.started, signal);
      await cache.waitForSync({ signal });
    },
  };
}

function createMemberCluster(
  name: string,
  { transport, cache, client, observers = [] }: MemberClusterOptions,
  manager: {
    readonly options: ManagerOptions;
    readonly own: Omit<ManagerTools, "observer">;
    readonly fence: FencedTransport | undefined;
  },
): MemberCluster {
  const { options, fence } = manager;
  const own = { ...manager.own, log: manager.own.log.child({ clusterName: name }) };
  const observer = observerOf({ ...options, observers: [...(options.observers ?? []), ...observers] }, own);
  const { types, fieldManager, userAgent, retry, requestTimeoutMs } = options.client ?? {};
  const memberClient = { types, fieldManager, userAgent, retry, requestTimeoutMs, host: name, ...client };
  const clusterOptions = clusterOptionsOf({ ...options, transport, cache, client: memberClient }, { ...own, observer });
  const cluster = createCluster(clusterOptions);
  const fenced = fence && createClusterClients(cluster.cache, { ...clusterOptions, transport: fence.fence(transport) });
  return { ...cluster, ...fenced, name, cluster };
}

/** The options of a manager with defaults. */
type ManagerTools = Pick<Manager, "clock" | "random" | "log" | "metrics" | "observer" | "tracing">;

function clusterOptionsOf(
  { transport, cache, client, instance, events }: ManagerOptions,
  { clock, random, log, observer }: ManagerTools,
): ClusterOptions {
  const onEventDropped = reportDroppedEvent(log);
  const shared = { ...client, budget: client?.budget ?? createRequestBudget({ clock }) };
  return { transport, clock, random, cache, client: shared, instance, events, observer, onEventDropped };
}

function electionOf(
  { leaderElection, instance, transport }: ManagerOptions,
  clusterOptions: ClusterOptions,
  { clock, random, log, observer }: ManagerTools,
): ManagerElection | undefined {
  if (!leaderElection) return undefined;
  const other = leaderElection.transport;
  // Another host has a separate budget.
  const client = { ...clusterOptions.client, ...(other ? { budget: createRequestBudget({ clock }) } : {}) };
  return createManagerElection(leaderElection, {
    client: createDirectClient({ ...clusterOptions, client, transport: other ?? transport }),
    clientOptions: { fieldManager: client.fieldManager, userAgent: client.userAgent },
    clock,
    random,
    instance: instance ?? leaderElection.id,
    eventApiVersion: clusterOptions.events?.apiVersion,
    observer: observer.leaderElection,
    onEventDropped: reportDroppedEvent(log),
  });
}

/** Joins the observers of the manager: metrics, logs, traces, the callbacks of the election, and the observers of the program. */
function observerOf(
  { observers = [], leaderElection }: ManagerOptions,
  { log, metrics, tracing }: Omit<ManagerTools, "observer">,
): JoinedObserver {
  const callbacks = { leaderElection: callbacksObserver(leaderElection?.callbacks ?? {}) };
  const all = [metrics, createLogObserver(log), tracing.observer, callbacks, ...observers];
  return joinObservers(all, reportObserverError(log));
}

function reportDroppedEvent(log: Logger): (error: unknown) => void {
  return (error) => log.warn("Dropped an Event that could not be written", { error });
}

function assertUnique(name: string, names: ReadonlySet<string>): void {
  if (!names.has(name)) return;
  throw new TypeError(
    `Cannot add controller "${name}": the name is taken: choose a unique name with named(…), or set skipNameValidation`,
  );
}
