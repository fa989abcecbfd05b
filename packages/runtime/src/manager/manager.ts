/**
 * The manager: what controllers share, and the order in which everything begins and ends.
 *
 *     begin   servers for probes and metrics → cache → controllers and other runnables
 *     end     controllers stop their sources, finish what is in flight → events are sent → cache → servers
 *
 * Each stage of the end waits for the one before: a controller that finishes its work can still read and tell, and probes answer
 * until nothing runs any more.
 */
import { createSystemClock, createSystemRandom, linkSignals } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import {
  createHealthChecks,
  createMetrics,
  logClient,
  logInformer,
  parseBindAddress,
  silentLogger,
  startHealthServer,
  startMetricsServer,
} from "@kubewright/telemetry";
import type { HealthCheck, Logger, Metrics } from "@kubewright/telemetry";
import { createCluster } from "../cluster/cluster.ts";
import type { Cluster, ClusterOptions } from "../cluster/cluster.ts";
import { defaultGracePeriodMs } from "../controller/controller.ts";
import type { Controller } from "../controller/controller.ts";
import { ManagerStoppedError } from "../errors.ts";
import { joinObservers } from "./join-observers.ts";
import type { Runnable } from "./runnable.ts";

export interface ManagerOptions extends Omit<
  ClusterOptions,
  "clock" | "random" | "clientObserver" | "informerObserver" | "onEventDropped"
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
  /** Where `/metrics` is served; a loopback address. Default "0": nowhere. */
  readonly metricsBindAddress?: string;
  /** How long reconciles in flight may go on after the stop. Default `defaultGracePeriodMs`. */
  readonly gracePeriodMs?: number;
}

export interface Manager extends Omit<Cluster, keyof AsyncDisposable> {
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly gracePeriodMs: number;
  /** Where probes and metrics are served, once they are: with the port that the system chose. */
  readonly addresses: { readonly health?: string; readonly metrics?: string };
  /** Adds something to run; once the manager runs it starts at once. */
  add(runnable: Runnable): void;
  /** `add` for a controller, whose name must be the only one of its kind. */
  addController(controller: Controller): void;
  /** Adds a check to `/healthz`: when it fails, the kubelet restarts the Pod. */
  addHealthCheck(name: string, check: HealthCheck): void;
  /** Adds a check to `/readyz`. */
  addReadyCheck(name: string, check: HealthCheck): void;
  /**
   * Runs everything until `signal` is aborted, then ends it in order and resolves. Rejects, after the same orderly end, when a server cannot
   * listen or a runnable fails. A manager runs once.
   */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
}

/** Makes a manager; nothing is sent or listened to until `start`. */
export function createManager(options: ManagerOptions): Manager {
  const { clock = createSystemClock(), random = createSystemRandom(), log = silentLogger } = options;
  const { metrics = createMetrics(), gracePeriodMs = defaultGracePeriodMs } = options;
  const healthAddress = parseBindAddress(options.healthProbeBindAddress ?? "0", "healthProbeBindAddress");
  const metricsAddress = parseBindAddress(options.metricsBindAddress ?? "0", "metricsBindAddress");
  const cluster = createCluster({
    ...options,
    clock,
    random,
    onEventDropped: (error) => log.warn("An Event was given up", { error }),
    clientObserver: joinObservers(metrics.client, logClient(log)),
    informerObserver: joinObservers(metrics.informer, logInformer(log)),
  });
  const { client, apiReader, cache } = cluster;

  const healthz = createHealthChecks("healthz");
  const readyz = createHealthChecks("readyz");
  const controllerNames = new Set<string>();
  const addresses: { health?: string; metrics?: string } = {};
  const waiting: Runnable[] = [];
  let run: ((runnable: Runnable) => void) | undefined;
  let state: "new" | "running" | "stopped" = "new";

  // An informer has no way out but its stop, so one that has stopped while we run is a defect that only a restart mends.
  healthz.add("informers", () => {
    const dead = cache.informers().filter((informer) => state === "running" && informer.state.kind === "stopped");
    if (dead.length > 0) throw new Error(`no longer watching ${dead.map(({ type }) => type.kind).join(", ")}`);
  });
  readyz.add("informer-sync", () => {
    const pending = cache.informers().filter((informer) => !informer.hasSynced);
    if (pending.length > 0) throw new Error(`waiting for ${pending.map(({ type }) => type.kind).join(", ")}`);
  });

  return {
    cluster,
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
    start,
  };

  function add(runnable: Runnable): void {
    if (state === "stopped") throw new TypeError("Cannot add a runnable: the manager has stopped");
    if (run) run(runnable);
    else waiting.push(runnable);
  }

  function addController(controller: Controller): void {
    if (controllerNames.has(controller.name)) {
      throw new TypeError(
        `Cannot add controller "${controller.name}": another one has this name: give it its own with named(…)`,
      );
    }
    controllerNames.add(controller.name);
    add(controller);
  }

  async function start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (state !== "new") throw new TypeError("Cannot start the manager: it has been started before");
    state = "running";
    await using stages = new AsyncDisposableStack();
    stages.defer(() => {
      state = "stopped";
      log.info("Manager has stopped");
    });
    await startServers(stages);
    using failure = linkSignals(signal); // Aborted by the caller, or by the first runnable that fails.
    const fail = (error: unknown): void => failure.abort(error);
    stages.use(startStage(() => [cache], fail));
    stages.use(cluster);
    const runnables = startStage(() => waiting.splice(0), fail);
    stages.use(runnables);
    run = runnables.add;
    log.info("Manager has started");

    await aborted(failure.signal);
    log.info("Stopping");
    if (!signal.aborted) throw failure.signal.reason;
  }

  async function startServers(stages: AsyncDisposableStack): Promise<void> {
    if (healthAddress) {
      const { host, port } = stages.use(await startHealthServer(healthAddress, { healthz, readyz }));
      addresses.health = `${host}:${port}`;
      log.info("Serving health probes", { address: addresses.health });
    }
    if (metricsAddress) {
      const { host, port } = stages.use(await startMetricsServer(metricsAddress, metrics));
      addresses.metrics = `${host}:${port}`;
      log.info("Serving metrics", { address: addresses.metrics });
    }
  }
}

interface Stage extends AsyncDisposable {
  readonly add: (runnable: Runnable) => void;
}

/** Runs runnables side by side; disposing it stops them and waits for their end. */
function startStage(first: () => readonly Runnable[], fail: (error: unknown) => void): Stage {
  const stop = linkSignals();
  const running = new Set<Promise<void>>();

  const add = (runnable: Runnable): void => {
    const done: Promise<void> = runnable
      .start({ signal: stop.signal })
      .catch(fail)
      .finally(() => running.delete(done));
    running.add(done);
  };
  for (const runnable of first()) add(runnable);

  return {
    add,
    async [Symbol.asyncDispose]() {
      stop.abort(new ManagerStoppedError("Stopped by its manager"));
      while (running.size > 0) await Promise.all(running);
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
