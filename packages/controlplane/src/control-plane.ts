/**
 * The controllers that turn an API server into a cluster. They are ordinary controllers on `@kubewright/runtime` and use the server's
 * in-process transport, so a user's operator can do the same.
 */
import { linkSignals, spawn } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createManager } from "@kubewright/runtime";
import type { Manager, ManagerOptions } from "@kubewright/runtime";
import type { Transport } from "@kubewright/transport";
import {
  addClusterRoleAggregation,
  clusterRoleAggregationName,
} from "./cluster-role-aggregation/cluster-role-aggregation.ts";
import { addDeploymentController, deploymentControllerName } from "./deployment/deployment-controller.ts";
import { addEndpointSliceController, endpointSliceControllerName } from "./endpoints/endpoint-slice-controller.ts";
import { addEndpointsController, endpointsControllerName } from "./endpoints/endpoints-controller.ts";
import { createGarbageCollector, garbageCollectorName } from "./garbage-collector/garbage-collector.ts";
import {
  addMissingControllerEvents,
  missingControllerEventsName,
} from "./missing-controllers/missing-controller-events.ts";
import { addNamespaceController, namespaceControllerName } from "./namespace/namespace-controller.ts";
import { addNodeSimulator, nodeSimulatorName } from "./node-simulator/node-simulator.ts";
import { defaultPodStages } from "./node-simulator/pod-stages.ts";
import type { PodStage } from "./node-simulator/stage.ts";
import { addPolicyStatusController, policyStatusControllerName } from "./policy-status/policy-status-controller.ts";
import { addReplicaSetController, replicaSetControllerName } from "./replica-set/replica-set-controller.ts";
import { addRootCaPublisher, rootCaPublisherName } from "./root-ca/root-ca-publisher.ts";
import { addResourceQuotaController, resourceQuotaControllerName } from "./resource-quota/resource-quota-controller.ts";
import { addServiceCidrController, serviceCidrControllerName } from "./service-cidr/service-cidr-controller.ts";
import {
  addServiceAccountController,
  serviceAccountControllerName,
} from "./service-account/service-account-controller.ts";

/** A controller, named as in kube-controller-manager's `--controllers` flag. kube-controller-manager has no node simulator, and no Events about missing controllers. */
export type ControllerName =
  | "garbage-collector-controller"
  | "namespace-controller"
  | "serviceaccount-controller"
  | "root-ca-certificate-publisher-controller"
  | "clusterrole-aggregation-controller"
  | "resourcequota-controller"
  | "deployment-controller"
  | "replicaset-controller"
  | "endpointslice-controller"
  | "endpoints-controller"
  | "service-cidr-controller"
  | "validatingadmissionpolicy-status-controller"
  | "missing-controller-events"
  | "node-simulator";

/** Every controller, in the order of their start. */
export const controllerNames: readonly ControllerName[] = [
  garbageCollectorName,
  namespaceControllerName,
  serviceAccountControllerName,
  rootCaPublisherName,
  clusterRoleAggregationName,
  resourceQuotaControllerName,
  deploymentControllerName,
  replicaSetControllerName,
  endpointSliceControllerName,
  endpointsControllerName,
  serviceCidrControllerName,
  policyStatusControllerName,
  missingControllerEventsName,
  nodeSimulatorName,
];

/** "all", "none", or a list of names from `controllerNames`. An unknown name is an error. */
export type ControllerChoice = "all" | "none" | readonly string[];

export interface ControlPlaneOptions {
  /** The transport to the API server, as a user with all permissions. The caller disposes it. */
  readonly transport: Transport;
  /** Default "all". */
  readonly controllers?: ControllerChoice;
  /** PEM, for the root CA publisher. Without it, "all" leaves this controller out, and naming it is an error. */
  readonly caCertificate?: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log?: ManagerOptions["log"];
  /** The number of simulated nodes. Default 1. */
  readonly nodes?: number;
  /** The stages of Pods on simulated nodes. Default `defaultPodStages()`. */
  readonly podStages?: readonly PodStage[];
  /** Called with the error that ended the control plane after its start. Default: it is logged. */
  readonly onError?: (error: unknown) => void;
  /** Aborts the start. */
  readonly signal?: AbortSignal | undefined;
}

/** A running control plane. Disposing it stops the controllers and waits for their end. The server and its objects remain. */
export interface ControlPlane extends AsyncDisposable {
  readonly controllers: readonly ControllerName[];
}

/**
 * Starts the controllers. Resolves once their caches have synced and the simulated nodes are registered. Waits for a server that is
 * not reachable.
 *
 * @throws {TypeError} if a name is unknown, or if a named controller lacks a required option. Otherwise the error that made the start fail.
 */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const controllers = chosen(options.controllers ?? "all", options.caCertificate);
  const { transport, clock, random, log } = options;
  const manager = createManager({
    transport,
    clock,
    random,
    client: { userAgent: managerName },
    ...(log ? { log } : {}),
  });
  const readiness = controllers.map((name) => addController(name, manager, options));

  let isUp = false;
  using start = linkSignals(options.signal); // Also aborted if the manager ends before it has started.
  const onError = (error: unknown): void => {
    if (!isUp) start.abort(error);
    else if (options.onError) options.onError(error);
    else manager.log.error("The control plane has ended", { error });
  };
  await using begun = new AsyncDisposableStack();
  begun.use(spawn((signal) => manager.start({ signal }), { name: "control plane", onError }));
  const waitOptions = { signal: start.signal };
  await manager.waitForSync(waitOptions);
  await Promise.all(readiness.map((isReady) => isReady(waitOptions)));
  isUp = true;
  const ending = begun.move();
  return { controllers, [Symbol.asyncDispose]: () => ending.disposeAsync() };
}

/** The field manager of the controllers' writes: the name of the program that runs them in other clusters. */
const managerName = "kube-controller-manager";

type IsReady = (options: { readonly signal: AbortSignal }) => Promise<void>;

/** Adds a controller. If the controller needs more than the synced cache of the manager, returns a promise that resolves once it has started. */
function addController(
  name: ControllerName,
  manager: Manager,
  { caCertificate = "", nodes = 1, podStages = defaultPodStages() }: ControlPlaneOptions,
): IsReady {
  const atOnce: IsReady = async () => {};
  switch (name) {
    case garbageCollectorName: {
      const collector = createGarbageCollector(manager);
      manager.add(collector);
      return (options) => collector.waitForSync(options);
    }
    case namespaceControllerName:
      addNamespaceController(manager);
      return atOnce;
    case serviceAccountControllerName:
      addServiceAccountController(manager);
      return atOnce;
    case rootCaPublisherName:
      addRootCaPublisher(manager, caCertificate);
      return atOnce;
    case clusterRoleAggregationName:
      addClusterRoleAggregation(manager);
      return atOnce;
    case resourceQuotaControllerName:
      addResourceQuotaController(manager);
      return atOnce;
    case deploymentControllerName:
      addDeploymentController(manager);
      return atOnce;
    case replicaSetControllerName:
      addReplicaSetController(manager);
      return atOnce;
    case endpointSliceControllerName:
      addEndpointSliceController(manager);
      return atOnce;
    case endpointsControllerName:
      addEndpointsController(manager);
      return atOnce;
    case serviceCidrControllerName:
      addServiceCidrController(manager);
      return atOnce;
    case policyStatusControllerName:
      addPolicyStatusController(manager);
      return atOnce;
    case missingControllerEventsName:
      addMissingControllerEvents(manager);
      return atOnce;
    case nodeSimulatorName:
      return addNodeSimulator(manager, { nodes, stages: podStages }).waitForNodes;
  }
}

function chosen(choice: ControllerChoice, caCertificate: string | undefined): readonly ControllerName[] {
  if (choice === "all") return controllerNames.filter((name) => name !== rootCaPublisherName || caCertificate);
  if (choice === "none") return [];
  return [...new Set(choice)].map((name) => {
    const known = controllerNames.find((each) => each === name);
    if (known === undefined) {
      throw new TypeError(
        `Cannot start controller "${name}": it is unknown, must be one of ${controllerNames.join(", ")}`,
      );
    }
    if (known === rootCaPublisherName && caCertificate === undefined) {
      throw new TypeError(
        `Cannot start controller "${name}": caCertificate is undefined, must be a certificate in PEM`,
      );
    }
    return known;
  });
}
