/**
 * The source of a controller in all clusters of a fleet. It starts the sources of the kinds in each engaged cluster, and adds the name of the cluster to
 * their requests.
 *
 * Each cluster has a gate, which holds its requests until all its sources have synced, and while it is unreachable: workers that wait for one cluster
 * would block the other clusters.
 */
import { linkSignals } from "@kubewright/async";
import type { InformerCache } from "@kubewright/informer";
import { formatRequest } from "../reconcile/request.ts";
import type { Request } from "../reconcile/request.ts";
import type { Enqueue, EnqueueOptions, RunningSource, Source, SourceContext } from "../source/source.ts";
import type { Fleet, FleetCluster } from "./fleet.ts";

export class FleetSource implements Source {
  readonly name = "fleet";
  readonly #fleet: Fleet;
  readonly #ofKinds: readonly ((cache: InformerCache) => Source)[];
  readonly #gates = new WeakMap<FleetCluster, ClusterGate>();

  constructor(fleet: Fleet, ofKinds: readonly ((cache: InformerCache) => Source)[]) {
    this.#fleet = fleet;
    this.#ofKinds = ofKinds;
  }

  /** Holds the request until its cluster is reachable. Returns false if the cluster is reachable. */
  holdBack(cluster: FleetCluster, request: Request): boolean {
    const gate = this.#gates.get(cluster);
    if (!gate || gate.isOpen) return false;
    gate.add(request);
    return true;
  }

  start(enqueue: Enqueue, context: SourceContext): RunningSource {
    const registration = this.#fleet.onEngage((cluster) => {
      const { log } = context;
      this.#startIn(cluster, enqueue, context).catch((error: unknown) => {
        if (cluster.signal.aborted || context.signal.aborted) return;
        log.error("Source failed", { source: this.name, clusterName: cluster.name, error });
      });
    });
    // A cluster that does not sync must not delay the others, so the workers do not wait for clusters.
    return { waitForSync: async () => {}, [Symbol.dispose]: () => registration[Symbol.dispose]() };
  }

  async #startIn(cluster: FleetCluster, enqueue: Enqueue, context: SourceContext): Promise<void> {
    const { name: clusterName } = cluster;
    const gate = new ClusterGate(cluster, enqueue);
    this.#gates.set(cluster, gate);
    const end = linkSignals(context.signal, cluster.signal);
    const { signal } = end;
    using stack = new DisposableStack();
    const stopped = Promise.withResolvers<void>();
    stack.use(end);
    stack.use(cluster.onStateChange(() => gate.release()));
    signal.addEventListener("abort", () => stopped.resolve(), { once: true });
    const log = context.log.child({ clusterName });
    const enqueueIn: Enqueue = (request, options) => {
      if (!signal.aborted) gate.add({ clusterName, ...request }, options);
    };
    const running = this.#ofKinds.map((create) =>
      stack.use(create(cluster.cluster.cache).start(enqueueIn, { ...context, log, signal })),
    );
    await Promise.all(running.map((source) => source.waitForSync({ signal })));
    gate.hasSynced = true;
    gate.release();
    await stopped.promise;
  }
}

/** Holds the requests of one cluster while the gate is closed, each request once. */
class ClusterGate {
  readonly #cluster: FleetCluster;
  readonly #enqueue: Enqueue;
  readonly #held = new Map<string, readonly [request: Request, options: EnqueueOptions | undefined]>();
  /** The sources of the controller have synced in the cluster. */
  hasSynced = false;

  constructor(cluster: FleetCluster, enqueue: Enqueue) {
    this.#cluster = cluster;
    this.#enqueue = enqueue;
  }

  get isOpen(): boolean {
    return this.hasSynced && this.#cluster.state !== "unreachable";
  }

  add(request: Request, options?: EnqueueOptions): void {
    if (this.isOpen) this.#enqueue(request, options);
    else this.#held.set(formatRequest(request), [request, options]);
  }

  /** Enqueues the held requests if the gate is open. */
  release(): void {
    if (!this.isOpen) return;
    for (const [request, options] of this.#held.values()) this.#enqueue(request, options);
    this.#held.clear();
  }
}
