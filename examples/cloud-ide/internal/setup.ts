/** Wires the operator together: what `main` runs in a cluster is what the tests and the demo run in a process. */
import { Pod } from "@kubewright/api/core/v1";
import type { Manager } from "@kubewright/runtime";
import { controllerManagedBy, labelSelectorMatches } from "@kubewright/runtime";
import { createPodReconciler } from "./controller/pod-controller.ts";
import { addGrpcServer } from "./grpc/add-grpc-server.ts";
import type { GrpcOptions } from "./grpc/add-grpc-server.ts";
import type { GrpcServer } from "./grpc/grpc-server.ts";
import { spaceLabel } from "./space-pod.ts";
import type { SpacePolicy } from "./space-policy.ts";
import { createSpaceService } from "./space-service.ts";
import type { SpaceService } from "./space-service.ts";
import { createStatusInformer } from "./status-informer.ts";
import type { StatusInformer } from "./status-informer.ts";

export interface CloudIde {
  readonly service: SpaceService;
  readonly statuses: StatusInformer;
  /** The server once it listens; absent where none was asked for. */
  readonly grpc?: Promise<GrpcServer>;
}

export interface SetupOptions {
  /** Its namespace is the one that the manager's cache is limited to. */
  readonly policy: SpacePolicy;
  /** Where to serve gRPC. Default: nowhere; the service is called in the process. */
  readonly grpc?: GrpcOptions;
}

/**
 * Adds the operator's controller and its gRPC server to a manager, and gives the service that they answer for.
 *
 * @throws {TypeError} when the gRPC server would be open to the network.
 */
export function setup(manager: Manager, { policy, grpc }: SetupOptions): CloudIde {
  // The cluster's own: every replica serves its callers, whoever leads.
  const { client, apiReader } = manager.cluster;
  const statuses = createStatusInformer();
  controllerManagedBy(manager)
    .needLeaderElection(false)
    .for(Pod, { predicates: [labelSelectorMatches({ matchLabels: spaceLabel })] })
    .complete(createPodReconciler({ statuses }));
  const service = createSpaceService({ client, apiReader, statuses, policy });
  return { statuses, service, ...(grpc ? { grpc: addGrpcServer(manager, service, grpc) } : {}) };
}
