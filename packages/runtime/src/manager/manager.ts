/**
 * The manager: what controllers share, and the order in which everything begins and ends.
 *
 *     begin   servers for probes and metrics → cache → election → controllers (workers once elected) and other runnables
 *     end     what was asked to come first (`beforeShutdown`) → controllers stop their sources, finish what is in flight → events are sent
 *             → the Lease is given back → cache → servers
 *
 * Each stage of the end waits for the one before: a controller that finishes its work can still read and tell, and probes answer
 * until nothing runs any more. It waits a bounded time: a reconcile that ignores its signal does not keep the process.
 */
import { formatKey } from "@kubewright/apimachinery";
import { abortable, isAbort, createSystemClock, createSystemRandom, linkSignals } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import type { CertificateSource } from "@kubewright/certificates";
import type { Client, Leadership } from "@kubewright/client";
import {
  createHealthChecks,
  createMetrics,
  logClient,
  logInformer,
  logLeaderElection,
  parseBindAddress,
  silentLogger,
  startHealthServer,
} from "@kubewright/telemetry";
import type { HealthCheck, Logger, Metrics } from "@kubewright/telemetry";
import { createCluster, createClusterClients } from "../cluster/cluster.ts";
import type { Cluster, ClusterOptions } from "../cluster/cluster.ts";
import { defaultGracePeriodMs } from "../controller/controller.ts";
import type { Controller } from "../controller/controller.ts";
import { ManagerStoppedError } from "../errors.ts";
import { createFencedTransport } from "../leadership/fenced-transport.ts";
import { createManagerElection, whileLeading } from "../leadership/manager-election.ts";
import type { ManagerElectionOptions } from "../leadership/manager-election.ts";
import { joinClientObservers, joinInformerObservers, joinLeaderElectionObservers } from "./join-observers.ts";
import type { Runnable } from "./runnable.ts";
import { serveMetrics } from "./serve-metrics.ts";
import { runShutdownHooks } from "./shutdown-hooks.ts";
import type { ShutdownHook } from "./shutdown-hooks.ts";
import { startStage } from "./stage.ts";
import { waitedFor } from "./waited-for.ts";

export interface ManagerOptions extends Omit<
  ClusterOptions,
  "clock" | "random" | "clientObserver" | "informerObserver" | "onEventDropped" | "onLate"
> {
  /** Default: the machine's. */
  readonly clock?: Clock;
  readonly random?: Random;
  /** Default: nothing is logged. */
  readonly log?: Logger;
  /** Default: a registry of its own. */
  readonly metrics?: Metrics;
  /** Where `/healthz` and `/readyz` are served: ":8081", "127.0.0.1:0". Default "0": nowhere. */
  readonly healthProbeBindAddress?: string;
  /** Where `/metrics` is served: ":8443". Default "0": nowhere. */
  readonly metricsBindAddress?: string;
  /**
   * Serve metrics over HTTPS, to those whom the API server knows by their token and allows: asking it needs the right to create `tokenreviews`
   * and `subjectaccessreviews`. Default false: plain HTTP without a question, and so on a loopback address alone.
   */
  readonly metricsSecure?: boolean;
  /** The certificate of secure metrics. Default: one that the manager makes itself and keeps in memory. */
  readonly metricsCertificate?: CertificateSource;
  /**
   * How long reconciles in flight may go on after the stop. Default `defaultGracePeriodMs`. They are aborted then; whatever still runs
   * `abortGraceMs` later is given up, and `start` rejects.
   */
  readonly gracePeriodMs?: number;
  /**
   * Let one of several replicas work. Those that wait keep their caches up to date, answer probes and run what does not need leadership.
   * Losing the Lease ends the manager with a `LeadershipError`. Default: no election, one replica must run.
   */
  readonly leaderElection?: ManagerElectionOptions;
}

/** What is aborted gets this long to notice. */
export const abortGraceMs = 5_000;

export interface Manager extends Omit<Cluster, keyof AsyncDisposable> {
  /**
   * Reads from the cache and writes to the server. With leader election it is fenced: it writes only while we lead, refuses with a
   * `LeadershipError` otherwise, and cuts off what is under way when leadership is lost. What must write all the same has `cluster.client`.
   */
  readonly client: Client;
  /** Reads and writes at the server; fenced like `client`. */
  readonly apiReader: Client;
  /** The cluster with clients that leadership does not fence. */
  readonly cluster: Cluster;
  /** Absent without leader election: whoever runs leads. */
  readonly leadership?: Leadership;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly gracePeriodMs: number;
  /** Where probes and metrics are served, once they are: with the port that the system chose. */
  readonly addresses: { readonly health?: string; readonly metrics?: string };
  /** Adds something to run; once the manager runs it starts at once. Throws when the manager is ending or has ended. */
  add(runnable: Runnable): void;
  /** `add` for a controller, whose name must be the only one of its kind. */
  addController(controller: Controller): void;
  /** Adds a check to `/healthz`: when it fails, the kubelet restarts the Pod. */
  addHealthCheck(name: string, check: HealthCheck): void;
  /** Adds a check to `/readyz`, which says no anyway until every informer has synced, and again when the end has begun. */
  addReadyCheck(name: string, check: HealthCheck): void;
  /**
   * Adds something that comes first when the end has begun, while controllers and cache still work: to finish answering those who wait,
   * such as the callers of a server of one's own. Hooks run side by side; their signal is aborted after `gracePeriodMs`, and
   * `abortGraceMs` later the end goes on without them. The failure of one is the manager's.
   */
  beforeShutdown(hook: ShutdownHook): void;
  /**
   * Runs everything until `signal` is aborted, then ends it in order and resolves. Rejects, after the same orderly end, when a server cannot
   * listen, or with the first failure of a runnable, on its way to the end too; further failures are logged. A manager runs once.
   */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Resolves once what has been added by then runs and the caches it asked for have synced. Rejects when the manager ends before.
   * A test or a program that starts the manager beside other work awaits it.
   */
  waitForSync(options?: { readonly signal?: AbortSignal }): Promise<void>;
}

/** Makes a manager; nothing is sent or listened to until `start`. */
export function createManager(options: ManagerOptions): Manager {
  const { clock = createSystemClock(), random = createSystemRandom(), log = silentLogger } = options;
  const { metrics = createMetrics(), gracePeriodMs = defaultGracePeriodMs } = options;
  const healthAddress = parseBindAddress(options.healthProbeBindAddress ?? "0", "healthProbeBindAddress");
  const metricsAddress = parseBindAddress(options.metricsBindAddress ?? "0", "metricsBindAddress");
  const { instance, leaderElection } = options;
  const onEventDropped = (error: unknown): void => log.warn("An Event was given up", { error });
  const clusterOptions: ClusterOptions = {
    ...options,
    clock,
    random,
    clientObserver: joinClientObservers(metrics.client, logClient(log)),
    informerObserver: joinInformerObservers(metrics.informer, logInformer(log)),
    onEventDropped,
    onLate(type, key) {
      metrics.cacheLate(type);
      log.warn("The cache has not seen our own write, asking the server", { kind: type.kind, object: formatKey(key) });
    },
  };
  const cluster = createCluster(clusterOptions);
  const { cache } = cluster;
  const election =
    leaderElection &&
    createManagerElection(leaderElection, {
      client: cluster.apiReader,
      clock,
      random,
      instance: instance ?? leaderElection.name,
      observer: joinLeaderElectionObservers(metrics.leaderElection, logLeaderElection(log)),
      onEventDropped,
    });
  const leadership = election?.election;
  const fence = leadership && createFencedTransport(options.transport, leadership, clock);
  const { client, apiReader } = fence ? createClusterClients(cache, { ...clusterOptions, transport: fence }) : cluster;

  const controllerNames = new Set<string>();
  const shutdownHooks: ShutdownHook[] = [];
  const addresses: { health?: string; metrics?: string } = {};
  const waiting: Runnable[] = [];
  let run = (runnable: Runnable): void => void waiting.push(runnable);
  const started = Promise.withResolvers<void>();
  started.promise.catch(() => {}); // `start` rejects with it; whoever also waits here gets it a second time.
  let state: "new" | "starting" | "running" | "ending" | "ended" = "new";

  const healthz = createHealthChecks("healthz");
  // An informer has no way out but its stop, so one that has stopped while we run is a defect that only a restart mends.
  healthz.add("informers", () => {
    const dead = cache.informers().filter((informer) => state === "running" && informer.state.kind === "stopped");
    if (dead.length > 0) throw new Error(`no longer watching ${dead.map(({ type }) => type.kind).join(", ")}`);
  });
  const readyz = createHealthChecks("readyz");
  readyz.add("manager", () => {
    if (state !== "running") throw new Error(`the manager is ${state}`);
  });
  readyz.add("informer-sync", () => {
    const pending = cache.informers().filter((informer) => !informer.hasSynced);
    if (pending.length > 0) throw new Error(`waiting for ${pending.map(waitedFor).join(", ")}`);
  });

  return {
    cluster,
    ...(leadership ? { leadership } : {}),
    client,
    apiReader,
    cache,
    eventRecorder: (component) => cluster.eventRecorder(component),
    clock,
    random,
    log,
    metrics,
    gracePeriodMs,
    addresses,
    add,
    addController,
    addHealthCheck: (name, check) => healthz.add(name, check),
    addReadyCheck: (name, check) => readyz.add(name, check),
    beforeShutdown: (hook) => void shutdownHooks.push(hook),
    start,
    async waitForSync({ signal } = {}) {
      await abortable(started.promise, signal);
      await cache.waitForSync(signal ? { signal } : {});
    },
  };

  function add(runnable: Runnable): void {
    if (state === "ending" || state === "ended") {
      throw new TypeError(`Cannot add ${runnable.name ?? "a runnable"}: the manager is ${state}`);
    }
    run(runnable.needLeaderElection && leadership ? whileLeading(runnable, leadership) : runnable);
  }

  function addController(controller: Controller): void {
    if (controllerNames.has(controller.name)) {
      throw new TypeError(
        `Cannot add controller "${controller.name}": another one has this name: give it its own with named(…)`,
      );
    }
    add(controller);
    controllerNames.add(controller.name);
  }

  async function start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (state !== "new") throw new TypeError("Cannot start the manager: it has been started before");
    state = "starting";
    using stop = linkSignals(signal); // Aborted by the caller, or by the first failure.
    let failed: { readonly error: unknown } | undefined;
    const onFailure = (error: unknown): void => {
      if (failed) log.error("Another part failed too", { error });
      failed ??= { error };
      stop.abort(error);
    };
    try {
      await runStages(stop.signal, onFailure);
    } finally {
      state = "ended";
      started.reject(failed?.error ?? new ManagerStoppedError("Stopped before everything ran"));
      log.info("Manager has stopped");
    }
    if (failed) throw failed.error;
  }

  /** Each `use` is a stage; the stack ends them in reverse. */
  async function runStages(signal: AbortSignal, onFailure: (error: unknown) => void): Promise<void> {
    const common = { clock, endWithinMs: gracePeriodMs + abortGraceMs, onFailure };
    await using stages = new AsyncDisposableStack();
    await startServers(stages, signal).catch((error: unknown) => {
      if (!isAbort(error, signal)) throw error;
    });
    if (signal.aborted) return;
    stages.use(startStage(common)).add({ name: "cache", start: cache.start });
    if (election) stages.use(election); // Tells of the end of leadership when that has come.
    const electing = stages.use(startStage(common));
    stages.use(cluster);
    const running = stages.use(startStage(common));
    run = running.add;
    for (const runnable of waiting.splice(0)) run(runnable);
    // The next leader begins at once, so nothing of ours may still run then, or be on its way.
    const isQuiet = (): boolean => running.size === 0 && !fence?.hasUnsettledWrite(election?.leaseDurationMs ?? 0);
    if (election) electing.add(election.runnable(isQuiet));
    state = "running";
    started.resolve();
    log.info("Manager has started");

    await untilAborted(signal);
    state = "ending";
    log.info("Stopping");
    await runShutdownHooks(shutdownHooks, { clock, gracePeriodMs, abortGraceMs, onFailure });
  }

  async function startServers(stages: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
    if (healthAddress) {
      const { host, port } = stages.use(await startHealthServer(healthAddress, { healthz, readyz }));
      addresses.health = `${host}:${port}`;
      log.info("Serving health probes", { address: addresses.health });
    }
    if (metricsAddress) {
      const { metricsSecure: isSecure = false, metricsCertificate: certificate } = options;
      const asked = { address: metricsAddress, metrics, isSecure, certificate };
      const served = await serveMetrics({ ...asked, client: cluster.apiReader, clock, random, log, signal });
      const { host, port } = stages.use(served);
      addresses.metrics = `${host}:${port}`;
      log.info("Serving metrics", { address: addresses.metrics, isSecure });
    }
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
