/**
 * The controllers that make an API server a cluster. They are ordinary controllers on our own runtime and reach the server by its
 * in-process transport, so whatever they do a user's operator could do too.
 */
import { spawn } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createManager } from "@kubewright/runtime";
import type { Manager, ManagerOptions } from "@kubewright/runtime";
import type { Transport } from "@kubewright/transport";
import {
  addClusterRoleAggregation,
  clusterRoleAggregationName,
} from "./cluster-role-aggregation/cluster-role-aggregation.ts";
import { createGarbageCollector, garbageCollectorName } from "./garbage-collector/garbage-collector.ts";
import { addNamespaceController, namespaceControllerName } from "./namespace/namespace-controller.ts";
import { addNodeSimulator, nodeSimulatorName } from "./node-simulator/node-simulator.ts";
import { defaultPodStages } from "./node-simulator/pod-stages.ts";
import type { PodStage } from "./node-simulator/stage.ts";
import { addRootCaPublisher, rootCaPublisherName } from "./root-ca/root-ca-publisher.ts";
import {
  addServiceAccountController,
  serviceAccountControllerName,
} from "./service-account/service-account-controller.ts";

/** A controller, named as kube-controller-manager's `--controllers` flag names it; the simulator is ours. */
export type ControllerName =
  | "garbage-collector-controller"
  | "namespace-controller"
  | "serviceaccount-controller"
  | "root-ca-certificate-publisher-controller"
  | "clusterrole-aggregation-controller"
  | "node-simulator";

/** Every controller, in the order of their start. */
export const controllerNames: readonly ControllerName[] = [
  garbageCollectorName,
  namespaceControllerName,
  serviceAccountControllerName,
  rootCaPublisherName,
  clusterRoleAggregationName,
  nodeSimulatorName,
];

/** "all", "none", or those that are wanted. A name that is none of `controllerNames` is an error. */
export type ControllerChoice = "all" | "none" | readonly string[];

export interface ControlPlaneOptions {
  /** The way to the API server, as a user who may do everything. It stays the caller's. */
  readonly transport: Transport;
  /** Default "all". */
  readonly controllers?: ControllerChoice;
  /** PEM, for the root CA publisher, which without it has nothing to publish and does not run. */
  readonly caCertificate?: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log?: ManagerOptions["log"];
  /** How many simulated nodes there are. Default 1. */
  readonly nodes?: number;
  /** What the Pods on them go through. Default `defaultPodStages()`. */
  readonly podStages?: readonly PodStage[];
  /** Gets the error that ended the control plane. Default: it is logged. */
  readonly onError?: (error: unknown) => void;
}

/** A running control plane. Disposing it stops the controllers and waits for their end; the server and its objects stay. */
export interface ControlPlane extends AsyncDisposable {
  readonly controllers: readonly ControllerName[];
}

/**
 * Starts the controllers and resolves once they have seen what is there.
 *
 * @throws {TypeError} when a controller's name is not known.
 */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { transport, clock, random, log, caCertificate, nodes = 1, podStages = defaultPodStages() } = options;
  const controllers = chosen(options.controllers ?? "all").filter(
    (name) => name !== rootCaPublisherName || caCertificate !== undefined,
  );
  const manager = createManager({
    transport,
    clock,
    random,
    userAgent: "kubewright-controlplane",
    ...(log ? { log } : {}),
  });
  const add: Record<ControllerName, (to: Manager) => void> = {
    [garbageCollectorName]: (to) => to.add(createGarbageCollector(to)),
    [namespaceControllerName]: addNamespaceController,
    [serviceAccountControllerName]: addServiceAccountController,
    [rootCaPublisherName]: (to) => addRootCaPublisher(to, caCertificate ?? ""),
    [clusterRoleAggregationName]: addClusterRoleAggregation,
    [nodeSimulatorName]: (to) => addNodeSimulator(to, { nodes, stages: podStages }),
  };
  for (const name of controllers) add[name](manager);

  const onError = options.onError ?? ((error: unknown) => manager.log.error("The control plane has ended", { error }));
  await using begun = new AsyncDisposableStack();
  begun.use(spawn((signal) => manager.start({ signal }), { name: "control plane", onError }));
  await manager.cache.waitForSync();
  const ending = begun.move();
  return { controllers, [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose]() };
}

function chosen(choice: ControllerChoice): readonly ControllerName[] {
  if (choice === "all") return controllerNames;
  if (choice === "none") return [];
  return choice.map((name) => {
    const known = controllerNames.find((each) => each === name);
    if (known === undefined) {
      throw new TypeError(
        `Cannot start controller "${name}": it is not known: choose from ${controllerNames.join(", ")}`,
      );
    }
    return known;
  });
}
