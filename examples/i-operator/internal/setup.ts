/** Wires the operator together: what `main` runs in a cluster is what the tests and the demo run in a process. */
import { Deployment } from "@kubewright/api/apps/v1";
import type { Manager } from "@kubewright/runtime";
import { controllerManagedBy } from "@kubewright/runtime";
import { Application } from "../api/v1/zz_generated.application.ts";
import { createApplicationReconciler } from "./controller/application-controller.ts";

/** Adds the operator's controllers to a manager. */
export function setup(manager: Manager): void {
  const { client, apiReader } = manager;
  const events = manager.eventRecorder("application-controller");
  controllerManagedBy(manager)
    .for(Application)
    .owns(Deployment)
    .complete(createApplicationReconciler({ client, apiReader, events }));
}
