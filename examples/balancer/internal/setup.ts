/** The controllers of the operator, for `main`, the tests and the demo. */
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Service } from "@kubewright/api/core/v1";
import type { Manager } from "@kubewright/runtime";
import { controllerManagedBy } from "@kubewright/runtime";
import { Balancer } from "../api/v1alpha1/zz_generated.balancer.ts";
import { createBalancerReconciler } from "./controller/balancer-controller.ts";

/** The functions that add the controllers of the operator to a manager. */
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
