/** The clusters of a controller: where its sources watch, and the clients of its reconciles. A controller is for the manager's cluster, or for a fleet. */
import type { InformerCache } from "@kubewright/informer";
import type { CreateControllerOptions, ReconcileClients } from "../controller/create-controller-options.ts";
import type { Manager } from "../manager/manager.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import type { Source } from "../source/source.ts";

export interface ControllerClusters<R> {
  /** The sources of a controller: those of kinds, by the cache that they watch, and raw ones. */
  sources(ofKinds: readonly ((cache: InformerCache) => Source<R>)[], raw: readonly Source<R>[]): readonly Source<R>[];
  /** The clients of reconciles. Those of a controller that works without leadership are not fenced. */
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

/** The clients of one cluster for a controller, whose name is their field manager unless they have one. */
export function clientsOf(
  member: Pick<Manager, "client" | "apiReader" | "cluster" | "eventRecorder">,
  controller: string,
  needsLeadership: boolean,
): ReconcileClients {
  const { client, apiReader }: Pick<Manager, "client" | "apiReader"> = needsLeadership ? member : member.cluster;
  const owned = client.fieldManager === undefined ? client.withOptions({ fieldManager: controller }) : client;
  return { client: owned, apiReader, events: member.eventRecorder(controller) };
}
