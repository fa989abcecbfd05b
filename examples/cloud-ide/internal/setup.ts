/** The controller and the gRPC server of the operator, for `main`, the tests and the demo. */
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
  /** Resolves with the server once it listens. Absent without the option `grpc`. */
  readonly grpc?: Promise<GrpcServer>;
}

export interface SetupOptions {
  /** Its namespace must be the namespace of the manager's cache. */
  readonly policy: SpacePolicy;
  /** Where to serve gRPC. Default: the service can only be called in the process. */
  readonly grpc?: GrpcOptions;
}

/**
 * Adds the controller and the gRPC server to a manager, and returns the service.
 *
 * @throws {TypeError} if the gRPC server would accept unauthenticated callers from the network.
 */
export function setup(manager: Manager, { policy, grpc }: SetupOptions): CloudIde {
  // The client of the cluster, which needs no leadership: every replica serves its callers.
  const { client, apiReader } = manager.cluster;
  const statuses = createStatusInformer();
  controllerManagedBy(manager)
    .needLeaderElection(false)
    .for(Pod, { predicates: [labelSelectorMatches({ matchLabels: spaceLabel })] })
    .complete(createPodReconciler({ statuses }));
  const service = createSpaceService({ client, apiReader, statuses, policy });
  return { statuses, service, ...(grpc ? { grpc: addGrpcServer(manager, service, grpc) } : {}) };
}
