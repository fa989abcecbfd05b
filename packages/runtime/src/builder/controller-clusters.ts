/** The clusters of a controller, for its sources and the clients of its reconciles: the manager's cluster, or the clusters of a fleet. */
import type { InformerCache } from "@kubewright/informer";
import type { CreateControllerOptions, ReconcileClients } from "../controller/create-controller-options.ts";
import type { Manager } from "../manager/manager.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import type { Source } from "../source/source.ts";

export interface ControllerClusters<R> {
  /** The sources of a controller: sources of kinds, which are created with the cache that they watch, and raw sources. */
  sources(ofKinds: readonly ((cache: InformerCache) => Source<R>)[], raw: readonly Source<R>[]): readonly Source<R>[];
  /** The clients of reconciles. They are not fenced if the controller does not need leadership. */
  context(controller: string, needsLeadership: boolean): CreateControllerOptions<R>["context"];
  reconciler(reconcile: Reconciler<R>): Reconciler<R>;
}

/** The cluster of the manager. */
export function managerCluster<R>(manager: Manager): ControllerClusters<R> {
  return {
    sources: (ofKinds, raw) => [...ofKinds.map((create) => create(manager.cache)), ...raw],
    context: (controller, needsLeadership) => clientsOf(manager, controller, needsLeadership),
    reconciler: (reconcile) => reconcile,
  };
}

/** The clients of one cluster for a controller. Their field manager is the name of the controller, unless they already have a field manager. */
export function clientsOf(
  member: Pick<Manager, "client" | "apiReader" | "cluster" | "eventRecorder">,
  controller: string,
  needsLeadership: boolean,
): ReconcileClients {
  const { client, apiReader }: Pick<Manager, "client" | "apiReader"> = needsLeadership ? member : member.cluster;
  const owned = client.fieldManager === undefined ? client.withOptions({ fieldManager: controller }) : client;
  return { client: owned, apiReader, events: member.eventRecorder(controller) };
}
