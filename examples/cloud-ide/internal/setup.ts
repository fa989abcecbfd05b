/** Wires the operator together: what `main` runs in a cluster is what the tests and the demo run in a process. */
import { Pod } from "@kubewright/api/core/v1";
import type { Manager } from "@kubewright/runtime";
import { controllerManagedBy, labelSelectorMatches } from "@kubewright/runtime";
import { createPodReconciler } from "./controller/pod-controller.ts";
import { spaceLabel } from "./space-pod.ts";
import type { SpacePolicy } from "./space-policy.ts";
import { createSpaceService } from "./space-service.ts";
import type { SpaceService } from "./space-service.ts";
import { createStatusInformer } from "./status-informer.ts";
import type { StatusInformer } from "./status-informer.ts";

export interface CloudIde {
  readonly service: SpaceService;
  readonly statuses: StatusInformer;
}

export interface SetupOptions {
  /** Its namespace is the one that the manager's cache is limited to. */
  readonly policy: SpacePolicy;
}

/** Adds the operator's controller to a manager, and gives the service that it answers for. */
export function setup(manager: Manager, { policy }: SetupOptions): CloudIde {
  const { client, apiReader } = manager;
  const statuses = createStatusInformer();
  controllerManagedBy(manager)
    .for(Pod, { predicates: [labelSelectorMatches({ matchLabels: spaceLabel })] })
    .complete(createPodReconciler({ client, statuses }));
  return { statuses, service: createSpaceService({ client, apiReader, statuses, policy }) };
}
