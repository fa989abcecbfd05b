/** MyJob with the defects of the program in the article: M1 to M4. The tests expect it to fail. */
import { Pod } from "@kubewright/api/core/v1";
import { isAlreadyExists, isTerminating } from "@kubewright/apimachinery";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager, Reconciler } from "@kubewright/runtime";
import { MyJob } from "../../../examples/myjob/api/v1beta1/zz_generated.my-job.ts";
import { podFor } from "../../../examples/myjob/internal/controller/my-job-controller.ts";
import { myJob } from "../my-job.ts";
import { operateManager } from "../subject.ts";
import type { Subject } from "../subject.ts";

export const originalMyJob: Subject = { ...myJob, name: "original myjob", operate: operateManager(setup) };

function setup(manager: Manager): void {
  controllerManagedBy(manager).for(MyJob).owns(Pod).complete(createReconciler(manager));
}

function createReconciler({ client }: Manager): Reconciler {
  return async ({ key: request, signal }) => {
    const job = await client.get(MyJob, request, { signal });
    if (!job) return {}; // M4: that it is being deleted is not looked at.
    if (job.status?.phase === undefined) {
      await client.patchStatus(job, { phase: "pending" }, { signal });
      return { requeueAfterMs: 1 };
    }
    const pod = await client.get(Pod, request, { signal });
    if (!pod) {
      // M2: a completed and deleted Pod is created again. M3: an existing one may have any owner.
      await client.create(Pod, podFor(job), { signal }).catch((error: unknown) => {
        if (!isAlreadyExists(error)) throw error;
      });
      return {};
    }
    const isCompleted = pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed" || isTerminating(pod);
    if (!isCompleted && job.status.phase !== "running") await client.patchStatus(job, { phase: "running" }, { signal });
    // M1: a Pod that was never observed running never completes its job.
    if (isCompleted && job.status.phase === "running")
      await client.patchStatus(job, { phase: "completed" }, { signal });
    return {};
  };
}
