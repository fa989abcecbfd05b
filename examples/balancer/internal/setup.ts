/** Wires the operator together: what `main` runs in a cluster is what the tests and the demo run in a process. */
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Service } from "@kubewright/api/core/v1";
import type { Manager } from "@kubewright/runtime";
import { controllerManagedBy } from "@kubewright/runtime";
import { Balancer } from "../api/v1alpha1/zz_generated.balancer.ts";
import { createBalancerReconciler } from "./controller/balancer-controller.ts";

/** Every controller of the operator adds itself to a manager by one of these. */
const addToManager: readonly ((manager: Manager) => void)[] = [addBalancerController];

/** Adds the operator's controllers to a manager. */
export function setup(manager: Manager): void {
  for (const add of addToManager) add(manager);
}

function addBalancerController(manager: Manager): void {
  const { clock } = manager;
  controllerManagedBy(manager)
    .for(Balancer)
    .owns(Service)
    .owns(ConfigMap)
    .owns(Deployment)
    .complete(createBalancerReconciler({ clock }));
}
