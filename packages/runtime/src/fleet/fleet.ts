/**
 * A fleet: clusters that are engaged and disengaged while a manager runs, as in multicluster-runtime. Controllers of a fleet watch each engaged cluster,
 * and their requests contain its name.
 *
 *     engage("west", …)    ──► cache of west runs ──► sources of each controller ──► requests { clusterName: "west", … }
 *     disengage("west")    ──► sources, reconciles in flight, cache and connections of west are stopped
 */
import { untilAborted } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import type { FleetClusterState, HealthCheck, OperatorObserver } from "@kubewright/telemetry";
import type { ClusterCacheOptions, ClusterClientOptions } from "../cluster/cluster.ts";
import { ClusterNotEngagedError } from "../errors.ts";
import type { Manager, MemberCluster, MemberClusterOptions } from "../manager/manager.ts";
import type { RunOptions, Runnable } from "../runnable/runnable.ts";
import { EngagedCluster } from "./engaged-cluster.ts";

export interface FleetOptions {
  /** The cache of each cluster. Default: all objects of each kind that is watched or read. */
  readonly cache?: ClusterCacheOptions | undefined;
  /** The clients of each cluster. Default: as for `manager.createCluster`. */
  readonly client?: ClusterClientOptions | undefined;
}

/** The options of one cluster. Absent `cache` and `client` are those of the fleet. */
export interface EngageOptions extends Omit<MemberClusterOptions, "transport"> {
  /** The connection to the API server. The fleet disposes it when the cluster is disengaged, or when the manager stops. */
  readonly transport: MemberClusterOptions["transport"];
}

/** A cluster of a fleet. */
export interface FleetCluster {
  readonly name: string;
  readonly cluster: MemberCluster;
  /** Aborted when the cluster is disengaged. */
  readonly signal: AbortSignal;
  /**
   * `unreachable`: a request got no response from the API server, and no request has succeeded since. `syncing`: the first list of an informer is not
   * complete. Otherwise `synced`.
   */
  readonly state: FleetClusterState;
  /** Calls `listener` after each change of the state, until the result is disposed or the cluster is disengaged. An error of the listener is logged. */
  onStateChange(listener: () => void): Disposable;
}

export interface Fleet {
  /** The engaged clusters, in the order of their engagement. */
  readonly clusters: readonly FleetCluster[];
  /** The cluster with this name, if it is engaged. */
  get(name: string): FleetCluster | undefined;
  /**
   * The client of a cluster: it reads from the cache and writes to the server, fenced by the leadership of the manager.
   *
   * @throws {ClusterNotEngagedError} if no cluster with this name is engaged.
   */
  clientOf(name: string): Client;
  /**
   * Adds a cluster. Its cache and the sources of the fleet's controllers start with the manager, or at once if the manager runs. Other clusters and the
   * readiness of the manager do not wait for it.
   *
   * @throws {TypeError} if the name is empty, or if a cluster with this name is engaged.
   */
  engage(name: string, options: EngageOptions): FleetCluster;
  /**
   * Removes a cluster: stops its sources, aborts its requests and its reconciles in flight, and resolves once its cache has stopped and its connections
   * are closed. Errors of the cache and the connections are logged. Waiting requests are dropped. Does nothing if no cluster with this name is engaged.
   */
  disengage(name: string): Promise<void>;
  /** Calls `listener` for each cluster, engaged now or later, until the result is disposed. An error of the listener is logged. */
  onEngage(listener: (cluster: FleetCluster) => void): Disposable;
  /** A check that fails while clusters are not synced, with their names. Optional: `manager.addReadyCheck("fleet", fleet.check)`. */
  readonly check: HealthCheck;
}

/** Creates a fleet and adds it to the manager, which runs it. */
export function createFleet(manager: Manager, options: FleetOptions = {}): Fleet {
  const fleet = new ManagedFleet(manager, options);
  manager.add(fleet);
  return fleet;
}

class ManagedFleet implements Fleet, Runnable {
  readonly name = "fleet";
  readonly needLeaderElection = false;
  readonly isCache = true;
  readonly #manager: Manager;
  readonly #options: FleetOptions;
  readonly #engaged = new Map<string, EngagedCluster>();
  /** Disengaged clusters that have not stopped yet. */
  readonly #ending = new Map<EngagedCluster, Promise<void>>();
  readonly #listeners = new Set<(cluster: FleetCluster) => void>();
  /** Absent until the manager runs. */
  #running: RunOptions | undefined;

  constructor(manager: Manager, options: FleetOptions) {
    this.#manager = manager;
    this.#options = options;
  }

  get clusters(): readonly FleetCluster[] {
    return [...this.#engaged.values()];
  }

  get(name: string): FleetCluster | undefined {
    return this.#engaged.get(name);
  }

  clientOf(name: string): Client {
    const engaged = this.#engaged.get(name);
    if (!engaged) throw new ClusterNotEngagedError(name);
    return engaged.cluster.client;
  }

  engage(name: string, { transport, observers = [], ...own }: EngageOptions): FleetCluster {
    const problem = this.#problemOf(name);
    if (problem !== undefined) throw new TypeError(`Cannot engage cluster "${name}": ${problem}`);
    const { clock, log, observer } = this.#manager;
    const create = (state: OperatorObserver): MemberCluster =>
      this.#manager.createCluster(name, {
        ...this.#options,
        ...own,
        transport,
        observers: [...observers, state],
      });
    const onState = (state: FleetClusterState, before: FleetClusterState | undefined): void =>
      observer.fleet.stateChanged?.({ clusterName: name, state, before });
    const onError = (message: string, error: unknown): void => log.error(message, { clusterName: name, error });
    const engaged = new EngagedCluster({ name, transport, clock, create, onState, onError });
    this.#engaged.set(name, engaged);
    log.info("Engaging cluster", { clusterName: name });
    onState(engaged.state, undefined);
    for (const listener of this.#listeners) this.#call(listener, engaged);
    if (this.#running) engaged.start(this.#running);
    return engaged;
  }

  async disengage(name: string): Promise<void> {
    const engaged = this.#engaged.get(name);
    if (engaged) {
      this.#engaged.delete(name);
      const ended = this.#end(engaged).finally(() => this.#ending.delete(engaged));
      this.#ending.set(engaged, ended);
    }
    await Promise.all([...this.#ending].flatMap(([each, ended]) => (each.name === name ? [ended] : [])));
  }

  async #end(engaged: EngagedCluster): Promise<void> {
    const { name } = engaged;
    const { log, observer } = this.#manager;
    log.info("Disengaging cluster", { clusterName: name });
    await engaged.end(new ClusterNotEngagedError(name));
    observer.fleet.stateChanged?.({ clusterName: name, state: undefined, before: engaged.state });
  }

  onEngage(listener: (cluster: FleetCluster) => void): Disposable {
    this.#listeners.add(listener);
    for (const engaged of this.#engaged.values()) this.#call(listener, engaged);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  #call(listener: (cluster: FleetCluster) => void, engaged: EngagedCluster): void {
    try {
      listener(engaged);
    } catch (error) {
      this.#manager.log.error("Listener of engaged clusters failed", { clusterName: engaged.name, error });
    }
  }

  readonly check: HealthCheck = () => {
    const waiting = this.clusters.filter(({ state }) => state !== "synced");
    if (waiting.length === 0) return;
    throw new Error(`waiting for clusters ${waiting.map(({ name, state }) => `"${name}" (${state})`).join(", ")}`);
  };

  async start(options: RunOptions): Promise<void> {
    this.#running = options;
    for (const engaged of this.#engaged.values()) engaged.start(options);
    await untilAborted(options.signal);
    const names = [...this.clusters, ...this.#ending.keys()].map(({ name }) => name);
    await Promise.all(names.map((name) => this.disengage(name)));
  }

  #problemOf(name: string): string | undefined {
    if (name === "") return "the name is empty, must be a string of at least one character";
    if (this.#engaged.has(name)) return "it is engaged: disengage it first";
    if (this.#running?.signal.aborted) return "the manager has stopped";
    return undefined;
  }
}
