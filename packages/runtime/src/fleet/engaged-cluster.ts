/** An engaged cluster of a fleet. Its cache runs, and its state depends on the requests of its informers. */
import { isApiError } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import type { Clock, SpawnedTask } from "@kubewright/async";
import type { Informer } from "@kubewright/informer";
import type { FleetClusterState, OperatorObserver } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import type { MemberCluster } from "../manager/manager.ts";
import type { RunOptions } from "../runnable/runnable.ts";

/** The interval of checks whether an unreachable cluster responds again. */
const recheckMs = 1_000;

export interface EngagedClusterOptions {
  readonly name: string;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Creates the cluster, whose informers report to `observer`. */
  readonly create: (observer: OperatorObserver) => MemberCluster;
  readonly onState: (state: FleetClusterState, before: FleetClusterState | undefined) => void;
  /** Called with an error of the cache or of the connection, and with each error of a listener. */
  readonly onError: (message: string, error: unknown) => void;
}

export class EngagedCluster {
  readonly name: string;
  readonly cluster: MemberCluster;
  readonly #options: EngagedClusterOptions;
  readonly #ended = new AbortController();
  readonly #listeners = new Set<() => void>();
  #state: FleetClusterState = "syncing";
  /** When the last request failed without a response of the API server. Absent once it has responded again. */
  #failedAtMs: number | undefined;
  #recheck: Disposable | undefined;
  #run: SpawnedTask | undefined;

  constructor(options: EngagedClusterOptions) {
    this.name = options.name;
    this.#options = options;
    this.cluster = options.create({
      informer: {
        stateChanged: ({ state }) => {
          if (state.kind === "backingOff" && !isApiError(state.error)) this.#failedAtMs = options.clock.now();
          this.#update();
        },
        listed: () => this.#update(),
      },
    });
  }

  /** Aborted when the cluster is disengaged. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get state(): FleetClusterState {
    return this.#state;
  }

  onStateChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  /** Runs the cache until the cluster is disengaged or `signal` is aborted. */
  start({ signal, deadline }: RunOptions): void {
    if (this.#ended.signal.aborted) return; // An `onEngage` listener has disengaged it.
    const run = async (until: AbortSignal): Promise<void> =>
      await this.cluster.start({ signal: until, ...(deadline ? { deadline } : {}) });
    const onError = (error: unknown): void => this.#options.onError("Cluster failed", error);
    this.#run = spawn(run, { name: this.name, signal, onError });
    this.#update();
  }

  /** Stops sources, informers and connections, in this order. Does not reject. */
  async end(reason: Error): Promise<void> {
    const { transport, onError } = this.#options;
    this.#ended.abort(reason);
    this.#listeners.clear();
    this.#recheck?.[Symbol.dispose]();
    const report = (error: unknown): void => onError("Cluster failed while it stopped", error);
    const run = this.#run?.stop(reason) ?? this.cluster[Symbol.asyncDispose]();
    await Promise.resolve(run).catch(report);
    await Promise.try(() => transport[Symbol.asyncDispose]()).catch(report);
  }

  #update(): void {
    if (this.#ended.signal.aborted) return;
    this.#recheck?.[Symbol.dispose]();
    const informers = this.cluster.cache.informers();
    if (informers.some((informer) => hasProgressedAfter(informer, this.#failedAtMs))) this.#failedAtMs = undefined;
    const isUnreachable = this.#failedAtMs !== undefined;
    if (isUnreachable) this.#recheck = this.#options.clock.setTimer(recheckMs, () => this.#update());
    const hasSynced = informers.every((informer) => informer.hasSynced);
    this.#move(isUnreachable ? "unreachable" : hasSynced ? "synced" : "syncing");
  }

  /** An error of a listener must not prevent the calls of the other listeners, because sources wait for the state. */
  #call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#options.onError("Listener of the state of a cluster failed", error);
    }
  }

  #move(state: FleetClusterState): void {
    const before = this.#state;
    if (state === before) return;
    this.#state = state;
    this.#options.onState(state, before);
    for (const listener of this.#listeners) this.#call(listener);
  }
}

function hasProgressedAfter({ progressedAtMs }: Informer, failedAtMs: number | undefined): boolean {
  return failedAtMs !== undefined && progressedAtMs !== undefined && progressedAtMs > failedAtMs;
}
