/** The controllers of the operator, for `main`, the tests and the demo. */
import { Pod } from "@kubewright/api/core/v1";
import type { Manager } from "@kubewright/runtime";
import { controllerManagedBy } from "@kubewright/runtime";
import { MyJob } from "../api/v1beta1/zz_generated.my-job.ts";
import { createMyJobReconciler } from "./controller/my-job-controller.ts";

/** Adds the operator's controllers to a manager. */
export function setup(manager: Manager): void {
  const { clock } = manager;
  controllerManagedBy(manager).for(MyJob).owns(Pod).complete(createMyJobReconciler({ clock }));
}
