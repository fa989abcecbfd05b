/**
 * The manager: what controllers share (clients, cache, clock, log, metrics, leader election, servers for probes and metrics), and everything
 * that runs beside them. `lifecycle.ts` has the order in which the parts start and stop.
 */
import { formatKey } from "@kubewright/apimachinery";
import type { ResourceType } from "@kubewright/apimachinery";
import { abortable, createSystemClock, createSystemRandom } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import type { CertificateSource } from "@kubewright/certificates";
import type { Client, Leadership } from "@kubewright/client";
import { createMetrics, logClient, logInformer, logLeaderElection, silentLogger } from "@kubewright/telemetry";
import type { HealthCheck, Logger, Metrics } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import { createCluster, createClusterClients } from "../cluster/cluster.ts";
import type { Cluster, ClusterOptions } from "../cluster/cluster.ts";
import type { Controller } from "../controller/controller.ts";
import { createFencedTransport } from "../leadership/fenced-transport.ts";
import { createManagerElection, whileLeading } from "../leadership/manager-election.ts";
import type { ManagerElection, ManagerElectionOptions } from "../leadership/manager-election.ts";
import {
  joinClientObservers,
  joinInformerObservers,
  joinLeaderElectionObservers,
} from "../observers/join-observers.ts";
import { reportObserverError } from "../observers/report-observer-error.ts";
import type { Runnable } from "../runnable/runnable.ts";
import { Lifecycle } from "./lifecycle.ts";
import type { ShutdownHook } from "./lifecycle.ts";
import type { LifecycleState } from "./lifecycle-state.ts";
import { ManagerServers } from "./manager-servers.ts";
import { defaultGracefulShutdownTimeoutMs } from "./shutdown-deadline.ts";

export interface ManagerOptions {
  /** The connection to the API server. The caller disposes it after the manager has stopped. */
  readonly transport: Transport;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: the system's random numbers. */
  readonly random?: Random;
  /** Default: nothing is logged. */
  readonly log?: Logger;

  /** Descriptors of kinds that are written and never read. Kinds that are read register themselves. */
  readonly types?: readonly ResourceType[];
  /** The only namespace that is cached. Default: all namespaces. */
  readonly namespace?: string;
  /** The only namespaces that are cached, each by its own watch. Excludes `namespace`. */
  readonly namespaces?: readonly string[];
  /** Kinds that are never cached. */
  readonly uncached?: readonly ResourceType[];
  /** The name of this program in `managedFields`. */
  readonly fieldManager?: string;
  readonly userAgent?: string;
  /** The name of this replica in Events and in the Lease, such as the name of its Pod. Default: the component in Events, the Lease's name in the Lease. */
  readonly instance?: string;
  /** Host and port of the API server, for metrics. */
  readonly host?: string;

  /** Default: a new registry. */
  readonly metrics?: Metrics;
  /** The address that serves `/healthz` and `/readyz`: ":8081", "127.0.0.1:0". Default "0": none. */
  readonly healthProbeBindAddress?: string;
  /** The address that serves `/metrics`: ":8443". Default "0": none. */
  readonly metricsBindAddress?: string;
  /**
   * Serves metrics over HTTPS, to users that the API server authenticates and authorizes by their token; the manager needs the right to create
   * `tokenreviews` and `subjectaccessreviews`. Default false: plain HTTP without authentication, on loopback addresses alone.
   */
  readonly metricsSecure?: boolean;
  /** The certificate of secure metrics. Default: a self-signed one, in memory. */
  readonly metricsCertificate?: CertificateSource;

  /**
   * How long the whole shutdown may take, in milliseconds of the monotonic clock: hooks, reconciles in flight, Events, the Lease and servers
   * together. Default `defaultGracefulShutdownTimeoutMs`. What still runs 5 s before the end (a sixth of shorter timeouts) is aborted. What has not
   * ended by then is logged by name, and `start` rejects with a `ShutdownTimeoutError`. The Pod's `terminationGracePeriodSeconds` must be longer.
   */
  readonly gracefulShutdownTimeoutMs?: number;
  /**
   * Elects one of several replicas as leader. Standby replicas keep their caches up to date, answer probes, and run what does not need leadership.
   * The loss of the Lease stops the manager with a `LeadershipError`. Default: no election, so only one replica may run.
   */
  readonly leaderElection?: ManagerElectionOptions;
}

export interface Manager extends Omit<Cluster, keyof AsyncDisposable> {
  /**
   * Reads from the cache and writes to the server. With leader election it is fenced: writes reject with a `LeadershipError` unless this process leads, and
   * writes in flight are aborted when leadership ends. `cluster.client` is not fenced.
   */
  readonly client: Client;
  /** Reads and writes at the server; fenced like `client`. */
  readonly apiReader: Client;
  /** The cluster with clients that leadership does not fence. */
  readonly cluster: Cluster;
  /** Absent without leader election. */
  readonly leadership?: Leadership;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The addresses of the servers that listen, with the port that the system chose. */
  readonly addresses: { readonly health?: string; readonly metrics?: string };
  /**
   * Adds a runnable, which starts with the manager, or at once if the manager runs. With leader election it runs on the leader alone, unless its
   * `needLeaderElection` is false. Throws if the manager stops or has stopped.
   */
  add(runnable: Runnable): void;
  /** `add` for a controller, whose name must be unique in the manager. */
  addController(controller: Controller): void;
  /** Adds a check to `/healthz`: when it fails, the kubelet restarts the Pod. */
  addHealthCheck(name: string, check: HealthCheck): void;
  /** Adds a check to `/readyz`, which fails anyway until every informer has synced, and once the shutdown has begun. */
  addReadyCheck(name: string, check: HealthCheck): void;
  /**
   * Adds a function that the shutdown calls first, while controllers and the cache still work, such as one that drains a server. Hooks run side
   * by side, and `name` names the hook in logs. Its signal is aborted shortly before the shutdown's deadline. An error of a hook becomes
   * the manager's.
   */
  beforeShutdown(name: string, hook: ShutdownHook): void;
  /**
   * Runs everything until `signal` is aborted, then stops it in order and resolves. Rejects, after the same stop, if a server cannot listen, or
   * with the first error of a runnable or hook; later errors are logged. A manager runs once.
   *
   * @throws {ShutdownTimeoutError} if not everything has stopped after `gracefulShutdownTimeoutMs`: the process must exit then.
   */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Resolves once everything that was added by then has started and the caches that it uses have synced. Rejects with the manager's error if
   * the manager stops before. For tests and programs that start the manager beside other work.
   */
  waitForSync(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

/** Creates a manager. It sends nothing and listens nowhere before `start`. */
export function createManager(options: ManagerOptions): Manager {
  const { clock = createSystemClock(), random = createSystemRandom(), log = silentLogger } = options;
  const { metrics = createMetrics(), gracefulShutdownTimeoutMs = defaultGracefulShutdownTimeoutMs } = options;
  const tools: ManagerTools = { clock, random, log, metrics };
  const clusterOptions = clusterOptionsOf(options, tools);
  const cluster = createCluster(clusterOptions);
  const { cache } = cluster;
  const election = electionOf(options, cluster, tools);
  const leadership = election?.election;
  const fence = leadership && createFencedTransport(options.transport, leadership, clock);
  const { client, apiReader } = fence ? createClusterClients(cache, { ...clusterOptions, transport: fence }) : cluster;
  const state = (): LifecycleState["kind"] => lifecycle.state;
  const servers = new ManagerServers({ ...options, ...tools, client: cluster.apiReader, cache, state });
  const lifecycle = new Lifecycle({
    clock,
    log,
    gracefulShutdownTimeoutMs,
    startServers: ({ signal }) => servers.start(signal),
    cache,
    eventRecorders: cluster,
    election,
    hasUnsettledWrite: () => fence?.hasUnsettledWrite(election?.leaseDurationMs ?? 0) ?? false,
  });
  const controllerNames = new Set<string>();
  const add = (runnable: Runnable): void => {
    const { needLeaderElection = true } = runnable;
    lifecycle.add(needLeaderElection && leadership ? whileLeading(runnable, leadership) : runnable);
  };
  return {
    cluster,
    ...(leadership ? { leadership } : {}),
    client,
    apiReader,
    cache,
    eventRecorder: (component) => cluster.eventRecorder(component),
    ...tools,
    addresses: servers.addresses,
    add,
    addController(controller) {
      assertUnique(controller.name, controllerNames);
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

/** The options of a manager with defaults. */
type ManagerTools = Pick<Manager, "clock" | "random" | "log" | "metrics">;

function clusterOptionsOf(options: ManagerOptions, { clock, random, log, metrics }: ManagerTools): ClusterOptions {
  const onObserverError = reportObserverError(log);
  return {
    ...options,
    clock,
    random,
    clientObserver: joinClientObservers([metrics.client, logClient(log)], onObserverError),
    informerObserver: joinInformerObservers([metrics.informer, logInformer(log)], onObserverError),
    onEventDropped: reportDroppedEvent(log),
    onLate(type, key) {
      metrics.cacheLate(type);
      log.warn("The cache has not seen our own write, reading from the server", {
        kind: type.kind,
        object: formatKey(key),
      });
    },
  };
}

function electionOf(
  { leaderElection, instance }: ManagerOptions,
  { apiReader }: Cluster,
  { clock, random, log, metrics }: ManagerTools,
): ManagerElection | undefined {
  if (!leaderElection) return undefined;
  const observers = [metrics.leaderElection, logLeaderElection(log)];
  return createManagerElection(leaderElection, {
    client: apiReader,
    clock,
    random,
    instance: instance ?? leaderElection.name,
    observer: joinLeaderElectionObservers(observers, reportObserverError(log)),
    onEventDropped: reportDroppedEvent(log),
  });
}

function reportDroppedEvent(log: Logger): (error: unknown) => void {
  return (error) => log.warn("Dropped an Event that could not be written", { error });
}

function assertUnique(name: string, names: ReadonlySet<string>): void {
  if (!names.has(name)) return;
  throw new TypeError(`Cannot add controller "${name}": another one has this name: choose a unique name with named(…)`);
}
