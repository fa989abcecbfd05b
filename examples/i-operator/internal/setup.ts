/** The controllers of the operator, for `main`, the tests and the demo. */
import { Deployment } from "@kubewright/api/apps/v1";
import type { Manager } from "@kubewright/runtime";
import { controllerManagedBy } from "@kubewright/runtime";
import { Application } from "../api/v1/zz_generated.application.ts";
import { reconcileApplication } from "./controller/application-controller.ts";

/** Adds the operator's controllers to a manager. */
export function setup(manager: Manager): void {
  controllerManagedBy(manager).for(Application).owns(Deployment).complete(reconcileApplication);
}
