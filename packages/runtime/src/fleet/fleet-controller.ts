/** Controllers of a fleet: the builder of controllers, with the clusters of the fleet instead of the manager's. */
import { linkSignals } from "@kubewright/async";
import type { InformerCache } from "@kubewright/informer";
import { createControllerBuilder } from "../builder/builder.ts";
import type { ControllerBuilder } from "../builder/builder.ts";
import { clientsOf } from "../builder/controller-clusters.ts";
import type { ControllerClusters } from "../builder/controller-clusters.ts";
import type { CreateControllerOptions } from "../controller/create-controller-options.ts";
import type { Manager } from "../manager/manager.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import type { Request } from "../reconcile/request.ts";
import type { Source } from "../source/source.ts";
import type { Fleet } from "./fleet.ts";
import { FleetSource } from "./fleet-source.ts";

/**
 * Creates a builder for a controller that `manager` runs for the objects in all clusters of `fleet`. `for`, `owns` and `watches` watch each engaged
 * cluster, and the requests have its `clusterName`. The clients, Events and the signal of a reconcile belong to the cluster of the request. Raw sources set
 * the `clusterName` of their requests; without it, the clients are those of the manager.
 *
 * Requests of a cluster wait until its caches have synced, and while it is unreachable. Requests of a disengaged cluster are dropped, and errors of
 * reconciles whose cluster is disengaged meanwhile are ignored.
 *
 * ```ts
 * fleetControllerManagedBy(manager, fleet)
 *   .for(MyJob)
 *   .complete(async ({ key, client, log }) => {
 *     const job = await client.get(MyJob, key);
 *     log.info("Found", { clusterName: key.clusterName, phase: job?.status?.phase });
 *   });
 * ```
 */
export function fleetControllerManagedBy(manager: Manager, fleet: Fleet): ControllerBuilder {
  return createControllerBuilder(manager, new FleetClusters(manager, fleet));
}

class FleetClusters implements ControllerClusters<Request> {
  readonly #manager: Manager;
  readonly #fleet: Fleet;
  #source: FleetSource | undefined;

  constructor(manager: Manager, fleet: Fleet) {
    this.#manager = manager;
    this.#fleet = fleet;
  }

  sources(ofKinds: readonly ((cache: InformerCache) => Source)[], raw: readonly Source[]): readonly Source[] {
    this.#source = new FleetSource(this.#fleet, ofKinds);
    return [this.#source, ...raw];
  }

  context(controller: string, needsLeadership: boolean): CreateControllerOptions["context"] {
    const own = clientsOf(this.#manager, controller, needsLeadership);
    return ({ clusterName }) => {
      const engaged = clusterName === undefined ? undefined : this.#fleet.get(clusterName);
      return engaged ? clientsOf(engaged.cluster, controller, needsLeadership) : own;
    };
  }

  reconciler(reconcile: Reconciler): Reconciler {
    return async (context) => {
      const { key, log, client, signal } = context;
      if (key.clusterName === undefined) return await reconcile(context);
      const engaged = this.#fleet.get(key.clusterName);
      if (!engaged) return log.debug("Cluster is not engaged, dropping request");
      if (this.#source?.holdBack(engaged, key)) return;
      using until = linkSignals(signal, engaged.signal);
      const bound = client.withOptions({ signal: until.signal });
      try {
        return await reconcile({ ...context, client: bound, signal: until.signal });
      } catch (error) {
        if (signal.aborted || !engaged.signal.aborted) throw error;
        log.debug("Cluster was disengaged during the reconcile", { error });
      }
    };
  }
}
