/** A cluster of a fleet while it is engaged: its cache runs, and its state follows from what its informers experience. */
import { isApiError } from "@kubewright/apimachinery";
import { linkSignals } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Informer } from "@kubewright/informer";
import type { FleetClusterState, OperatorObserver } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import type { MemberCluster } from "../manager/manager.ts";
import type { RunOptions } from "../runnable/runnable.ts";

/** How soon an unreachable cluster that responds again is noticed. */
const recheckMs = 1_000;

export interface EngagedClusterOptions {
  readonly name: string;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Creates the cluster, whose informers report to `observer`. */
  readonly create: (observer: OperatorObserver) => MemberCluster;
  readonly onState: (state: FleetClusterState, before: FleetClusterState | undefined) => void;
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
  #run: Promise<void> | undefined;

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
    const until = linkSignals(signal, this.#ended.signal);
    this.#run = this.cluster
      .start({ signal: until.signal, ...(deadline ? { deadline } : {}) })
      .finally(() => until[Symbol.dispose]());
    this.#update();
  }

  /** Ends sources, informers and connections, in this order. */
  async end(reason: Error): Promise<void> {
    this.#ended.abort(reason);
    this.#listeners.clear();
    this.#recheck?.[Symbol.dispose]();
    await (this.#run ?? this.cluster[Symbol.asyncDispose]());
    await this.#options.transport[Symbol.asyncDispose]();
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

  #move(state: FleetClusterState): void {
    const before = this.#state;
    if (state === before) return;
    this.#state = state;
    this.#options.onState(state, before);
    for (const listener of this.#listeners) listener();
  }
}

function hasProgressedAfter({ progressedAtMs }: Informer, failedAtMs: number | undefined): boolean {
  return failedAtMs !== undefined && progressedAtMs !== undefined && progressedAtMs > failedAtMs;
}
